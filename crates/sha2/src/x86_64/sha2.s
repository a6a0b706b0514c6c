// Shared by the files for SHA-2.

// The variables, from the state at rsi
.macro load_variables word, size, registers:vararg
    .set .Lat, 0
    .irp r, \registers
    mov \r, \word ptr [rsi + .Lat]
    .set .Lat, .Lat + \size
    .endr
.endm

// The state plus the variables, in its place
.macro feed_forward word, size, registers:vararg
    mov rsi, qword ptr [rsp + 0]
    .set .Lat, 0
    .irp r, \registers
    add \r, \word ptr [rsi + .Lat]
    mov \word ptr [rsi + .Lat], \r
    .set .Lat, .Lat + \size
    .endr
.endm
