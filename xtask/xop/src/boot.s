# From the sector that the BIOS has loaded to 64-bit code with AVX: loads the rest of the disk, maps the first GiB to itself, switches
# over, lets `xsave` cover the vector registers, and calls `main`.
    .section .boot, "awx"
    .code16
    .globl boot
boot:
    cli
    xor eax, eax
    mov ds, ax
    mov es, ax
    mov ss, ax
    mov sp, 0x7c00
    mov [disk], dl
    mov bp, 28                      # times 16 KiB
2:  mov ah, 0x42
    mov dl, [disk]
    mov si, offset packet
    int 0x13
    jc stop
    add word ptr [packet + 6], 0x400
    add dword ptr [packet + 8], 32
    dec bp
    jnz 2b

    mov edi, 0x1000                 # three pages of tables
    mov cr3, edi
    xor eax, eax
    mov ecx, 0xc00
    rep stosd
    mov dword ptr [0x1000], 0x2003
    mov dword ptr [0x2000], 0x3003
    mov edi, 0x3000
    mov eax, 0x83                   # present, writable, 2 MiB
3:  mov [edi], eax
    add eax, 0x200000
    add edi, 8
    cmp edi, 0x4000
    jne 3b

    mov eax, 0x40620                # PAE, OSFXSR, OSXMMEXCPT, OSXSAVE
    mov cr4, eax
    mov ecx, 0xc0000080             # EFER: long mode
    rdmsr
    or ax, 0x100
    wrmsr
    mov eax, 0x80000003             # paging, no emulation of floating point, protected mode
    mov cr0, eax
    lgdt [table]
    ljmp 0x08, offset long

    .code64
long:
    mov eax, 0x10
    mov ds, eax
    mov es, eax
    mov ss, eax
    xor ecx, ecx
    xor edx, edx
    mov eax, 7                      # x87, SSE and AVX
    xsetbv
    mov esp, 0x90000
    call main
stop:
    hlt
    jmp stop

    .balign 8
segments:
    .quad 0, 0x00209a0000000000, 0x0000920000000000
table:
    .word 23
    .long segments
disk:
    .byte 0
    .balign 4
packet:                             # 32 sectors from the second on, to 0x7e0:0000
    .word 16, 32, 0, 0x7e0
    .quad 1
    .org boot + 510
    .word 0xaa55
    .text
