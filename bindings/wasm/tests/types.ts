// What TypeScript's strict types take and refuse; `tsc --noEmit --strict` is the test.
import { digest, digestMany, digestParallel, digestStream, Hasher, load } from "lanesum";

await load("sha256", "shake128");
const one = digest("sha256", "abc");
new Blob([one, ...digestMany("sha256", ["abc"]), new Hasher("shake128").read(3)]);
await crypto.subtle.digest("SHA-256", one);
await crypto.subtle.digest("SHA-256", await digestParallel("kt128", new Blob([one])));
await digestStream("sha256", [one, "a string in a list"]);
await digestStream("sha256", new Response("body"));
async function* pieces() {
  yield one;
}
await digestStream("sha256", pieces());
// @ts-expect-error: a string may be meant as the name of a file
await digestStream("sha256", "a.mjs");
// @ts-expect-error: an iterable of numbers
await digestStream("sha256", one);
// @ts-expect-error: no such function
digest("md5", "abc");
