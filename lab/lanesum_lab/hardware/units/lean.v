// The same functions with what the forms share shared: one datapath, and a choice only where the forms differ.

// Only the first bit of a lane is chosen. The upper half is that of u64 in all forms: no S register takes it.
module rl1x(input [63:0] n, input [63:0] m, input [1:0] form, output [63:0] d);
    wire wide = form[1], octets = ~form[1] & ~form[0];
    wire b24 = octets ? m[31] : m[23], b16 = wide ? m[15] : octets ? m[23] : m[31], b8 = octets ? m[15] : m[7],
        b0 = wide ? (form[0] ? m[63] : m[31]) : form[0] ? m[15] : m[7];
    assign d = n ^ {m[62:31], m[30:24], b24, m[22:16], b16, m[14:8], b8, m[6:0], b0};
endmodule

module kxorr64(input [63:0] n, input [63:0] m, input [5:0] i, output [63:0] d);
    // Six levels of two-way choices, 64 each: no wider shifter.
    wire [63:0] s0 = n ^ m;
    wire [63:0] s1 = i[0] ? {s0[62:0], s0[63]} : s0;
    wire [63:0] s2 = i[1] ? {s1[61:0], s1[63:62]} : s1;
    wire [63:0] s3 = i[2] ? {s2[59:0], s2[63:60]} : s2;
    wire [63:0] s4 = i[3] ? {s3[55:0], s3[63:56]} : s3;
    wire [63:0] s5 = i[4] ? {s4[47:0], s4[63:48]} : s4;
    assign d = i[5] ? {s5[31:0], s5[63:32]} : s5;
endmodule

module xorr(input [31:0] n, input [31:0] m, input [4:0] i, input [1:0] form, output [31:0] d);
    // One rotator for all lanes; what crosses the border of a lane comes from within it.
    wire [31:0] s0 = n ^ m;
    wire u32 = form[1], u16 = form[0];
    function [31:0] turn(input [31:0] s, input [31:0] word, input [31:0] half, input [31:0] octet, input [31:0] border16,
                         input [31:0] border8);
        // border16: bits that differ between u32 and u16; border8: between u16 and u8.
        turn = (word & ~border16 & ~border8) | (border16 & ~border8 & (u32 ? word : half))
            | (border8 & (u32 ? word : u16 ? half : octet));
    endfunction
    wire [31:0] w1 = {s0[30:0], s0[31]}, h1 = {s0[30:16], s0[31], s0[14:0], s0[15]},
        o1 = {s0[30:24], s0[31], s0[22:16], s0[23], s0[14:8], s0[15], s0[6:0], s0[7]};
    wire [31:0] s1 = i[0] ? turn(s0, w1, h1, o1, 32'h00010001, 32'h01010101) : s0;
    wire [31:0] w2 = {s1[29:0], s1[31:30]}, h2 = {s1[29:16], s1[31:30], s1[13:0], s1[15:14]},
        o2 = {s1[29:24], s1[31:30], s1[21:16], s1[23:22], s1[13:8], s1[15:14], s1[5:0], s1[7:6]};
    wire [31:0] s2 = i[1] ? turn(s1, w2, h2, o2, 32'h00030003, 32'h03030303) : s1;
    wire [31:0] w4 = {s2[27:0], s2[31:28]}, h4 = {s2[27:16], s2[31:28], s2[11:0], s2[15:12]},
        o4 = {s2[27:24], s2[31:28], s2[19:16], s2[23:20], s2[11:8], s2[15:12], s2[3:0], s2[7:4]};
    wire [31:0] s3 = i[2] ? turn(s2, w4, h4, o4, 32'h000f000f, 32'h0f0f0f0f) : s2;
    wire [31:0] w8 = {s3[23:0], s3[31:24]}, h8 = {s3[23:16], s3[31:24], s3[7:0], s3[15:8]};
    wire [31:0] s4 = i[3] ? turn(s3, w8, h8, h8, 32'h00ff00ff, 32'h0) : s3;
    assign d = i[4] ? {s4[15:0], s4[31:16]} : s4;
endmodule

module chi1(input [127:0] n, input [127:0] m, input form, output [127:0] d);
    // The operands are chosen, and one row of gates serves both forms. Nothing is chosen for the first operand.
    wire [127:0] b = form ? {m[63:0], n[127:64]} : {m[31:0], n[127:32]};
    wire [127:0] c = form ? m : {n[31:0], m[31:0], n[127:64]};
    assign d = n ^ (~b & c);
endmodule

module chi2(input [127:0] n, input [127:0] m, output [63:0] d);
    assign d = ~(m[63:0] ^ (n[63:0] | ~n[127:64]));
endmodule

module chi3(input [63:0] n, input [63:0] m, output [31:0] d);
    assign d = ~(m[31:0] ^ (n[31:0] | ~n[63:32]));
endmodule
