//! Where a mutant of cargo-mutants stands in the sources, and what it changes there.

use std::ops::Range;

use anyhow::Result;
use proc_macro2::LineColumn;
use serde::Deserialize;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

/// A mutant as cargo-mutants describes it.
#[derive(Deserialize)]
pub struct Mutant {
    pub file: String,
    genre: String,
    replacement: String,
    span: Span,
}

#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
pub struct Span {
    start: Place,
    end: Place,
}

/// Both from 1.
#[derive(Clone, Copy, Deserialize, PartialEq, Eq)]
pub struct Place {
    line: usize,
    column: usize,
}

/// What a mutant does to the bytes of its file.
pub enum Change {
    /// In front of a function's body.
    Body { at: usize, value: String },
    /// An operator between two operands.
    Binary { left: Range<usize>, operator: Range<usize>, right: Range<usize>, other: String },
    /// An operator in front of one is left out.
    Unary { operator: Range<usize>, operand: Range<usize> },
    /// An arm without a guard is left out.
    Arm { at: usize },
    /// A guard, of which the arm may have a mutant of its own, is always or never true.
    Guard { guard: Range<usize>, other: String },
}

impl Change {
    pub fn range(&self) -> Range<usize> {
        match self {
            Self::Body { at, .. } | Self::Arm { at } => *at..*at,
            Self::Binary { left, right, .. } => left.start..right.end,
            Self::Unary { operator, operand } => operator.start..operand.end,
            Self::Guard { guard, .. } => guard.clone(),
        }
    }
}

/// Finds the place of a mutant in the tree.
struct Finder<'a> {
    lines: &'a [usize],
    text: &'a str,
    mutant: &'a Mutant,
    wanted: Range<usize>,
    /// How deep in something that is computed at compile time.
    constant: usize,
    found: Option<(Change, bool)>,
}

impl Finder<'_> {
    fn offset(&self, at: LineColumn) -> usize {
        offset(self.lines, self.text, at.line, at.column)
    }

    fn range(&self, of: &impl Spanned) -> Range<usize> {
        let span = of.span();
        self.offset(span.start())..self.offset(span.end())
    }

    fn take(&mut self, change: Change) {
        self.found = Some((change, self.constant > 0));
    }

    fn body(&mut self, signature: &syn::Signature, block: &syn::Block, visit: impl FnOnce(&mut Self)) {
        let constant = usize::from(signature.constness.is_some());
        self.constant += constant;
        let inner =
            self.offset(block.brace_token.span.open().end())..self.offset(block.brace_token.span.close().start());
        let same = self.text[inner.clone()].trim() == self.text[self.wanted.clone()].trim()
            && inner.start <= self.wanted.start
            && self.wanted.end <= inner.end
            || self.range(block) == self.wanted;
        if self.mutant.genre == "FnValue" && same {
            self.take(Change::Body { at: inner.start, value: self.mutant.replacement.clone() });
        }
        visit(self);
        self.constant -= constant;
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.body(&item.sig, &item.block, |this| visit::visit_item_fn(this, item));
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.body(&item.sig, &item.block, |this| visit::visit_impl_item_fn(this, item));
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        match &item.default {
            Some(block) => self.body(&item.sig, block, |this| visit::visit_trait_item_fn(this, item)),
            None => visit::visit_trait_item_fn(self, item),
        }
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.constant += 1;
        visit::visit_item_const(self, item);
        self.constant -= 1;
    }

    fn visit_impl_item_const(&mut self, item: &'ast syn::ImplItemConst) {
        self.constant += 1;
        visit::visit_impl_item_const(self, item);
        self.constant -= 1;
    }

    fn visit_trait_item_const(&mut self, item: &'ast syn::TraitItemConst) {
        self.constant += 1;
        visit::visit_trait_item_const(self, item);
        self.constant -= 1;
    }

    fn visit_item_static(&mut self, item: &'ast syn::ItemStatic) {
        self.constant += 1;
        visit::visit_item_static(self, item);
        self.constant -= 1;
    }

    fn visit_expr_const(&mut self, item: &'ast syn::ExprConst) {
        self.constant += 1;
        visit::visit_expr_const(self, item);
        self.constant -= 1;
    }

    fn visit_type(&mut self, item: &'ast syn::Type) {
        self.constant += 1;
        visit::visit_type(self, item);
        self.constant -= 1;
    }

    fn visit_generic_argument(&mut self, item: &'ast syn::GenericArgument) {
        self.constant += 1;
        visit::visit_generic_argument(self, item);
        self.constant -= 1;
    }

    fn visit_expr_repeat(&mut self, item: &'ast syn::ExprRepeat) {
        self.visit_expr(&item.expr);
        self.constant += 1;
        self.visit_expr(&item.len);
        self.constant -= 1;
    }

    fn visit_expr_binary(&mut self, item: &'ast syn::ExprBinary) {
        let operator = self.range(&item.op);
        if operator == self.wanted {
            let (left, right) = (self.range(&item.left), self.range(&item.right));
            // A chain of `let` cannot be put into parentheses.
            let chained = has_let(&item.left) || has_let(&item.right);
            self.constant += usize::from(chained);
            self.take(Change::Binary { left, operator, right, other: self.mutant.replacement.clone() });
            self.constant -= usize::from(chained);
        }
        visit::visit_expr_binary(self, item);
    }

    fn visit_expr_unary(&mut self, item: &'ast syn::ExprUnary) {
        let operator = self.range(&item.op);
        if operator == self.wanted || (self.mutant.genre == "UnaryOperator" && self.range(item) == self.wanted) {
            let operand = self.range(&item.expr);
            self.take(Change::Unary { operator, operand });
        }
        visit::visit_expr_unary(self, item);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Some((_, guard)) = &arm.guard
            && self.range(guard) == self.wanted
        {
            self.take(Change::Guard { guard: self.range(guard), other: self.mutant.replacement.clone() });
        }
        // With attributes or without, and with the comma or without.
        let whole = self.offset(arm.pat.span().start())..self.offset(arm.body.span().end());
        let near = self.wanted.start <= whole.start
            && whole.end <= self.wanted.end
            && self.text[whole.end..self.wanted.end].trim_matches([',', ' ', '\n']).is_empty();
        if self.mutant.genre.starts_with("MatchArm") && self.mutant.genre != "MatchArmGuard" && near {
            match &arm.guard {
                None => self.take(Change::Arm { at: self.range(&arm.pat).end }),
                Some((_, guard)) => self.take(Change::Guard { guard: self.range(guard), other: "false".into() }),
            }
        }
        visit::visit_arm(self, arm);
    }
}

fn has_let(expression: &syn::Expr) -> bool {
    struct Lets(bool);
    impl<'ast> Visit<'ast> for Lets {
        fn visit_expr_let(&mut self, _: &'ast syn::ExprLet) {
            self.0 = true;
        }
        fn visit_expr_block(&mut self, _: &'ast syn::ExprBlock) {}
        fn visit_expr_if(&mut self, _: &'ast syn::ExprIf) {}
        fn visit_expr_closure(&mut self, _: &'ast syn::ExprClosure) {}
    }
    let mut lets = Lets(false);
    lets.visit_expr(expression);
    lets.0
}

/// `column` from 0, in characters.
fn offset(lines: &[usize], text: &str, line: usize, column: usize) -> usize {
    let start = lines[line - 1];
    start + text[start..].chars().take(column).map(char::len_utf8).sum::<usize>()
}

/// What a mutant of the file with this text changes.
pub enum Found {
    Change(Change),
    /// Something that is computed at compile time, where nothing can be asked.
    Constant,
    Nothing,
}

impl Mutant {
    /// What it is, as messages say it.
    pub fn genre(&self) -> &str {
        &self.genre
    }

    pub fn find(&self, text: &str) -> Result<Found> {
        let lines: Vec<_> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let place = |place: Place| offset(&lines, text, place.line, place.column - 1);
        let wanted = place(self.span.start)..place(self.span.end);
        let mut finder = Finder { lines: &lines, text, mutant: self, wanted, constant: 0, found: None };
        finder.visit_file(&syn::parse_file(text)?);
        Ok(match finder.found {
            None => Found::Nothing,
            Some((_, true)) => Found::Constant,
            Some((change, false)) => Found::Change(change),
        })
    }
}
