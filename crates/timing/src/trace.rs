//! Follows each call instruction by instruction, with several secrets: they must take the same instructions at the same addresses. This is for
//! the forms that valgrind cannot run, which the processor itself runs here, in a child process (ptrace).

use std::arch::asm;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::os::unix::{fs::FileExt, process::CommandExt};
use std::process::Command;

use iced_x86::{Decoder, DecoderOptions, Instruction, InstructionInfoFactory, Mnemonic, Register};
use lanesum::Backend;
use nix::libc::user_regs_struct;
use nix::sys::{ptrace, signal::Signal, wait::WaitStatus, wait::waitpid};
use nix::unistd::Pid;

use crate::primitives::{CONTROLS, PRIMITIVES, Primitive};
use crate::secrets::{SECRET_BYTES, Secret, Secrets};
use crate::table::{beyond_valgrind, table};

/// The child stops, and its parent looks on until the next one.
#[inline(always)]
fn stop() {
    // SAFETY: a breakpoint changes nothing. Without a parent that looks on, the process ends.
    unsafe { asm!("int3") };
}

fn secrets() -> [Secret; 4] {
    let mut random = Secrets::new(2);
    [[0; SECRET_BYTES], [0xff; SECRET_BYTES], random.next(), random.next()]
}

/// The child: each secret in the same place, between two stops.
pub fn call(name: &str, backend: &str) -> Result<(), String> {
    let primitive =
        CONTROLS.iter().chain(PRIMITIVES).find(|primitive| primitive.name == name).ok_or("no such primitive")?;
    let backend = Backend::ALL.iter().find(|known| known.name() == backend).ok_or("no such backend")?;
    let (mut secret, mut out) = ([1; SECRET_BYTES], [0; 64]);
    let secrets = secrets();
    // What only first calls do is done; the allocator has as much freed memory at hand as it keeps.
    for _ in 0..20 {
        primitive.run(*backend, &secret, &mut out);
    }
    for another in &secrets {
        secret.copy_from_slice(another);
        between_stops(primitive, *backend, &secret, &mut out);
    }
    Ok(())
}

/// Never inlined: an unrolled loop would be other instructions for each secret.
#[inline(never)]
fn between_stops(primitive: &Primitive, backend: Backend, secret: &Secret, out: &mut [u8; 64]) {
    stop();
    primitive.run(backend, secret, out);
    stop();
}

/// What a call did: how many instructions, and a hash of where they were and of all addresses of memory.
type Trace = (u64, u64);

/// A child that is looked at.
struct Child {
    pid: Pid,
    memory: std::fs::File,
    /// What was decoded before, by address.
    code: HashMap<u64, Instruction>,
    info: InstructionInfoFactory,
}

impl Child {
    fn start(primitive: &Primitive, backend: Backend) -> Result<Self, String> {
        let mut command = Command::new(std::env::current_exe().map_err(text)?);
        command.args(["call", primitive.name, backend.name()]);
        // SAFETY: one system call, which allocates nothing.
        unsafe { command.pre_exec(|| Ok(ptrace::traceme()?)) };
        let pid = Pid::from_raw(command.spawn().map_err(text)?.id() as i32);
        let memory = std::fs::File::open(format!("/proc/{pid}/mem")).map_err(text)?;
        let mut child = Self { pid, memory, code: HashMap::new(), info: InstructionInfoFactory::new() };
        // It stops when it has become another program.
        child.wait()?;
        Ok(child)
    }

    fn wait(&mut self) -> Result<(), String> {
        match waitpid(self.pid, None).map_err(text)? {
            WaitStatus::Stopped(_, Signal::SIGTRAP) => Ok(()),
            other => Err(format!("the child: {other:?}")),
        }
    }

    fn go_on(&mut self) -> Result<(), String> {
        ptrace::cont(self.pid, None).map_err(text)?;
        self.wait()
    }

    fn instruction(&mut self, at: u64) -> Result<Instruction, String> {
        if let Some(known) = self.code.get(&at) {
            return Ok(*known);
        }
        let mut bytes = [0; 15];
        let read = self.memory.read_at(&mut bytes, at).map_err(text)?;
        let instruction = Decoder::with_ip(64, &bytes[..read], at, DecoderOptions::NONE).decode();
        self.code.insert(at, instruction);
        Ok(instruction)
    }

    /// From one stop to the next.
    fn trace(&mut self) -> Result<Trace, String> {
        self.go_on()?;
        let (mut count, mut hash) = (0, DefaultHasher::new());
        loop {
            let registers = ptrace::getregs(self.pid).map_err(text)?;
            let instruction = self.instruction(registers.rip)?;
            if instruction.mnemonic() == Mnemonic::Int3 {
                self.go_on()?;
                return Ok((count, hash.finish()));
            }
            count += 1;
            registers.rip.hash(&mut hash);
            for memory in self.info.info(&instruction).used_memory() {
                let address = memory.virtual_address(0, |register, _, _| value(&registers, register));
                address
                    .ok_or_else(|| format!("{:?} takes addresses that are not followed", instruction.code()))?
                    .hash(&mut hash);
            }
            ptrace::step(self.pid, None).map_err(text)?;
            self.wait()?;
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        let _ = ptrace::kill(self.pid);
        let _ = waitpid(self.pid, None);
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// What an address is made of: no vector register is.
fn value(registers: &user_regs_struct, register: Register) -> Option<u64> {
    let whole = match register.full_register() {
        Register::RAX => registers.rax,
        Register::RBX => registers.rbx,
        Register::RCX => registers.rcx,
        Register::RDX => registers.rdx,
        Register::RSI => registers.rsi,
        Register::RDI => registers.rdi,
        Register::RBP => registers.rbp,
        Register::RSP => registers.rsp,
        Register::R8 => registers.r8,
        Register::R9 => registers.r9,
        Register::R10 => registers.r10,
        Register::R11 => registers.r11,
        Register::R12 => registers.r12,
        Register::R13 => registers.r13,
        Register::R14 => registers.r14,
        Register::R15 => registers.r15,
        Register::FS => registers.fs_base,
        Register::GS => registers.gs_base,
        Register::CS | Register::DS | Register::ES | Register::SS => 0,
        _ => return None,
    };
    Some(if register.size() == 4 { whole & 0xffff_ffff } else { whole })
}

/// How many instructions a call takes, and whether all secrets take the same.
fn follow(primitive: &Primitive, backend: Backend) -> Result<(u64, bool), String> {
    let mut child = Child::start(primitive, backend)?;
    let traces = secrets().iter().map(|_| child.trace()).collect::<Result<Vec<_>, _>>()?;
    Ok((traces[0].0, traces.iter().all(|trace| *trace == traces[0])))
}

pub fn run() -> Result<(), String> {
    for control in CONTROLS {
        let (_, same) = follow(control, Backend::Portable)?;
        println!("{}: {}", control.name, if same { "not seen" } else { "seen" });
        if same {
            return Err(format!("{}: not seen", control.name));
        }
    }
    let backends: Vec<_> = Backend::ALL.iter().copied().filter(|backend| beyond_valgrind(*backend)).collect();
    let primitives: Vec<_> = PRIMITIVES.iter().filter(|primitive| !primitive.slow).collect();
    let cells = table(&primitives, &backends, |primitive, backend| match follow(primitive, backend) {
        Ok((count, true)) => (count.to_string(), true),
        Ok((_, false)) => ("differs".into(), false),
        Err(error) => (error, false),
    })?;
    println!("trace: {cells} cells, the same instructions and addresses with each of {} secrets", secrets().len());
    Ok(())
}
