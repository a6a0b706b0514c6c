// The system with 1 MiB of memory that answers in one cycle. A store to 0x10000000 prints what has been counted, one to
// 0x10000004 a word, one to 0x10000008 ends the run.
module bench(input clk, input resetn);
    wire trap, mem_valid, mem_instr, mem_la_read, mem_la_write;
    wire [31:0] mem_la_addr, mem_la_wdata;
    wire [3:0] mem_la_wstrb;
    reg [31:0] mem_rdata;
    reg [31:0] memory [0:262143];
    integer references = 0, custom = 0;
    system system(clk, resetn, trap, mem_valid, mem_instr, mem_la_read, mem_la_write, mem_la_addr, mem_la_wdata,
                  mem_la_wstrb, mem_rdata);
    initial $readmemh("program.hex", memory);
    integer k;
    always @(posedge clk) begin
        if (mem_valid && !mem_instr) references <= references + 1;
        if (|system.ready) custom <= custom + 1;
        if (mem_la_read) mem_rdata <= memory[mem_la_addr[19:2]];
        if (mem_la_write && !mem_la_addr[28])
            for (k = 0; k < 4; k = k + 1)
                if (mem_la_wstrb[k]) memory[mem_la_addr[19:2]][8 * k +: 8] <= mem_la_wdata[8 * k +: 8];
        if (mem_la_write && mem_la_addr[28])
            case (mem_la_addr[3:2])
                0: $display("COUNT %0d %0d %0d %0d", system.core.count_cycle, system.core.count_instr, custom, references);
                1: $display("WORD %h", mem_la_wdata);
                default: $finish;
            endcase
        if (resetn && trap) begin
            $display("TRAP %h", system.core.reg_pc);
            $finish;
        end
    end
endmodule
