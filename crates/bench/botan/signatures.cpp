// SLH-DSA, XMSS and HSS-LMS of Botan for `lanesum-bench --signatures`: `signatures ALGORITHM PARAMETERS SECONDS` prints the lower quartile of
// single calls in nanoseconds, of generating a key, signing and verifying.

#include <algorithm>
#include <botan/pk_algs.h>
#include <botan/pubkey.h>
#include <botan/system_rng.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <span>
#include <vector>

namespace {

constexpr std::size_t LEAST = 7, MOST = 2000;

// What takes a quarter of a second or more is timed less often.
template <typename Operation> void time_of(Operation operation, double seconds, std::size_t most) {
    using Clock = std::chrono::steady_clock;
    const auto begun = Clock::now();
    const auto since = [](auto then) { return std::chrono::duration<double>(Clock::now() - then).count(); };
    std::vector<double> times;
    while (times.size() < most && (times.size() < LEAST || since(begun) < seconds) && (times.size() < 2 || since(begun) < 1)) {
        const auto before = Clock::now();
        operation();
        times.push_back(1e9 * since(before));
    }
    std::ranges::sort(times);
    std::printf("%.0f\n", times[times.size() / 4]);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv) {
    if (argc != 4) return 2;
    try {
        const double seconds = std::strtod(argv[3], nullptr);
        const std::span<const char> text{"a message of 32 bytes for signing", 33};
        const std::vector<std::uint8_t> message(text.begin(), text.end());
        Botan::System_RNG rng;
        const auto generate = [&] { return Botan::create_private_key(argv[1], rng, argv[2]); };
        time_of(generate, seconds, MOST);
        const auto key = generate();
        Botan::PK_Signer signer(*key, rng, "");
        std::vector<std::uint8_t> signature;
        // Of a key of height 10, which signs 1,024 times.
        time_of([&] { signature = signer.sign_message(message, rng); }, seconds, 900);
        const auto public_key = key->public_key();
        Botan::PK_Verifier verifier(*public_key, "");
        const auto verify = [&] {
            if (!verifier.verify_message(message, signature)) std::exit(1);
        };
        time_of(verify, seconds, MOST);
    } catch (const std::exception &error) {
        std::fprintf(stderr, "signatures: %s\n", error.what());
        return 1;
    }
    return 0;
}
