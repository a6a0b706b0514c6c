//! Reads the functions and their symbols out of an ELF file.

use anyhow::{Result, ensure};
use object::{Object, ObjectSection, ObjectSymbol, SymbolKind};

pub(super) struct Function {
    /// Demangled, without hashes.
    pub(super) name: String,
    pub(super) address: u64,
    pub(super) code: Vec<u8>,
}

pub(super) struct Binary {
    /// Sorted by address.
    pub(super) functions: Vec<Function>,
}

impl Binary {
    pub(super) fn read(bytes: &[u8]) -> Result<Self> {
        let file = object::File::parse(bytes)?;
        ensure!(file.architecture() == object::Architecture::X86_64, "not for x86-64");
        let mut functions = Vec::new();
        for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text && symbol.size() > 0) {
            let Some(section) = symbol.section_index().and_then(|index| file.section_by_index(index).ok()) else {
                continue;
            };
            let Some(code) = section.data_range(symbol.address(), symbol.size())? else { continue };
            let name = format!("{:#}", rustc_demangle::demangle(symbol.name()?));
            functions.push(Function { name, address: symbol.address(), code: code.to_vec() });
        }
        ensure!(!functions.is_empty(), "it has no symbols");
        functions.sort_by_key(|function| function.address);
        Ok(Self { functions })
    }

    /// The function that begins at `address`.
    pub(super) fn at(&self, address: u64) -> Option<&Function> {
        let at = self.functions.binary_search_by_key(&address, |function| function.address).ok()?;
        self.functions.get(at)
    }
}
