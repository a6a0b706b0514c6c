// PicoRV32 with the units that it is made with (WORDS, VECTOR), and what it asks of memory a cycle ahead.
module system(input clk, input resetn, output trap, output mem_valid, output mem_instr, output mem_la_read,
              output mem_la_write, output [31:0] mem_la_addr, output [31:0] mem_la_wdata, output [3:0] mem_la_wstrb,
              input [31:0] mem_rdata);
    wire pcpi_valid;
    wire [31:0] pcpi_insn, pcpi_rs1, pcpi_rs2;
    wire [1:0] wr, ready;
    wire [31:0] rd_words, rd_vector;
`ifdef WORDS
    words words(clk, pcpi_valid, pcpi_insn, pcpi_rs1, pcpi_rs2, wr[0], rd_words, ready[0]);
`else
    assign wr[0] = 0, ready[0] = 0, rd_words = 0;
`endif
`ifdef VECTOR
    vector vector(clk, pcpi_valid, pcpi_insn, pcpi_rs1, pcpi_rs2, wr[1], rd_vector, ready[1]);
`else
    assign wr[1] = 0, ready[1] = 0, rd_vector = 0;
`endif
`ifdef UNITS
    localparam PCPI = 1;
`else
    localparam PCPI = 0;
`endif
    picorv32 #(.ENABLE_PCPI(PCPI), .BARREL_SHIFTER(1), .STACKADDR(32'h100000)) core(
        .clk(clk), .resetn(resetn), .trap(trap), .mem_valid(mem_valid), .mem_instr(mem_instr), .mem_ready(1'b1),
        .mem_rdata(mem_rdata), .mem_la_read(mem_la_read), .mem_la_write(mem_la_write), .mem_la_addr(mem_la_addr),
        .mem_la_wdata(mem_la_wdata), .mem_la_wstrb(mem_la_wstrb), .pcpi_valid(pcpi_valid), .pcpi_insn(pcpi_insn),
        .pcpi_rs1(pcpi_rs1), .pcpi_rs2(pcpi_rs2), .pcpi_wr(|wr), .pcpi_rd(ready[0] ? rd_words : rd_vector),
        .pcpi_wait(1'b0), .pcpi_ready(|ready), .irq(32'b0));
endmodule
