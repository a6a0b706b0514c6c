#include "Vbench.h"
#include "verilated.h"

int main()
{
    Vbench top;
    for (unsigned long half = 0; !Verilated::gotFinish() && half < 400000000; half++) {
        top.clk = half & 1;
        top.resetn = half > 20;
        top.eval();
    }
}
