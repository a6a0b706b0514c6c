// Runs single instructions of aarch64, under qemu: reads an instruction and a state of the registers and of some memory, and writes the
// state afterwards; again and again. arm_check.py compares the semantics with it.
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MEMORY ((void *)0x20000000)
typedef struct { uint64_t g[31], flags, v[64], sp, unused; } State;
extern uint32_t slot[];

// Offsets: g 0, flags 248, v 256, sp 768. The stack pointer has the state's address: no instruction that is tried changes it.
__asm__(".text\n"
    ".macro general op\n.irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30\n\\op x\\n, [sp, #8*\\n]\n.endr\n.endm\n"
    ".macro vectors op\n.irp n,0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31\n\\op q\\n, [sp, #256+16*\\n]\n.endr\n.endm\n"
    ".globl run, slot\nrun:\n"
    "sub sp, sp, #160\n"
    "stp x19, x20, [sp]\nstp x21, x22, [sp, #16]\nstp x23, x24, [sp, #32]\nstp x25, x26, [sp, #48]\nstp x27, x28, [sp, #64]\nstp x29, x30, [sp, #80]\n"
    "stp d8, d9, [sp, #96]\nstp d10, d11, [sp, #112]\nstp d12, d13, [sp, #128]\nstp d14, d15, [sp, #144]\n"
    "mov x1, sp\nstr x1, [x0, #768]\nmov sp, x0\nldr x1, [sp, #248]\nmsr nzcv, x1\nvectors ldr\ngeneral ldr\n"
    "slot: nop\n"
    "general str\nvectors str\nmrs x0, nzcv\nstr x0, [sp, #248]\nldr x0, [sp, #768]\nmov sp, x0\n"
    "ldp x19, x20, [sp]\nldp x21, x22, [sp, #16]\nldp x23, x24, [sp, #32]\nldp x25, x26, [sp, #48]\nldp x27, x28, [sp, #64]\nldp x29, x30, [sp, #80]\n"
    "ldp d8, d9, [sp, #96]\nldp d10, d11, [sp, #112]\nldp d12, d13, [sp, #128]\nldp d14, d15, [sp, #144]\n"
    "add sp, sp, #160\nret\n");
void run(State *);

static int all(ssize_t (*call)(int, void *, size_t), int file, void *at, size_t n) {
    for (size_t done = 0; done < n;) {
        ssize_t got = call(file, (char *)at + done, n - done);
        if (got <= 0) return 0;
        done += got;
    }
    return 1;
}

int main(void) {
    static _Alignas(16) State state;
    uint64_t code;
    uintptr_t page = (uintptr_t)slot & ~4095ul;
    if (mmap(MEMORY, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MEMORY) return 1;
    if (mprotect((void *)page, 8192, PROT_READ | PROT_WRITE | PROT_EXEC)) return 1;
    while (all(read, 0, &code, 8)) {
        if (!all(read, 0, &state, 768) || !all(read, 0, MEMORY, 1024)) return 1;
        slot[0] = code;
        __builtin___clear_cache((char *)slot, (char *)slot + 4);
        run(&state);
        if (!all((ssize_t(*)(int, void *, size_t))write, 1, &state, 768) || !all((ssize_t(*)(int, void *, size_t))write, 1, MEMORY, 1024)) return 1;
    }
    return 0;
}
