// The instructions as their specification reads. `form`: log2 of the lane's width, less 3; chi1: 1 for u64.

module rl1x(input [63:0] n, input [63:0] m, input [1:0] form, output reg [63:0] d);
    always @* case (form)
        2'd3: d = n ^ {m[62:0], m[63]};
        2'd2: d = {32'b0, n[31:0] ^ {m[30:0], m[31]}};
        2'd1: d = {32'b0, n[31:0] ^ {m[30:16], m[31], m[14:0], m[15]}};
        2'd0: d = {32'b0, n[31:0] ^ {m[30:24], m[31], m[22:16], m[23], m[14:8], m[15], m[6:0], m[7]}};
    endcase
endmodule

module kxorr64(input [63:0] n, input [63:0] m, input [5:0] i, output [63:0] d);
    wire [63:0] sum = n ^ m;
    wire [127:0] twice = {sum, sum} << i;
    assign d = twice[127:64];
endmodule

module xorr(input [31:0] n, input [31:0] m, input [4:0] i, input [1:0] form, output reg [31:0] d);
    wire [31:0] sum = n ^ m;
    wire [63:0] word = {sum, sum} << i;
    wire [63:0] halves = {{sum[31:16], sum[31:16]} << i[3:0], {sum[15:0], sum[15:0]} << i[3:0]};
    wire [15:0] b3 = {sum[31:24], sum[31:24]} << i[2:0], b2 = {sum[23:16], sum[23:16]} << i[2:0];
    wire [15:0] b1 = {sum[15:8], sum[15:8]} << i[2:0], b0 = {sum[7:0], sum[7:0]} << i[2:0];
    always @* case (form)
        2'd2: d = word[63:32];
        2'd1: d = {halves[63:48], halves[31:16]};
        default: d = {b3[15:8], b2[15:8], b1[15:8], b0[15:8]};
    endcase
endmodule

module chi1(input [127:0] n, input [127:0] m, input form, output [127:0] d);
    wire [127:0] wide = {n[127:64] ^ (~m[63:0] & m[127:64]), n[63:0] ^ (~n[127:64] & m[63:0])};
    wire [31:0] a0 = n[31:0], a1 = n[63:32], a2 = n[95:64], a3 = n[127:96], a4 = m[31:0];
    wire [127:0] narrow = {a3 ^ (~a4 & a0), a2 ^ (~a3 & a4), a1 ^ (~a2 & a3), a0 ^ (~a1 & a2)};
    assign d = form ? wide : narrow;
endmodule

module chi2(input [127:0] n, input [127:0] m, output [63:0] d);
    assign d = m[63:0] ^ (~n[63:0] & n[127:64]);
endmodule

module chi3(input [63:0] n, input [63:0] m, output [31:0] d);
    assign d = m[31:0] ^ (~n[31:0] & n[63:32]);
endmodule
