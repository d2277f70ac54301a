//! Parentheses and calls.

use footwork_base::TextSpan;

use super::{Expected, Parser, Waiting, What};
use crate::compile::token::TokenKind;
use crate::error::{ExprErrorKind, short};
use crate::function::Function;
use crate::limits::MAX_NESTING;
use crate::program::ProgramStep;

/// A call whose `)` has not been read yet.
pub(super) struct OpenCall {
    /// The functions with the name of the call.
    functions: &'static [Function],
    /// The number of arguments read so far.
    arguments: usize,
    /// The span of the name.
    name: TextSpan,
}

impl Parser<'_, '_> {
    /// Accepts a `(`. If the nesting is too deep, the rest of the text is not read.
    pub(super) fn open(&mut self, what: What, span: TextSpan) -> Expected {
        if self.depth == MAX_NESTING {
            self.error(self.token.span, ExprErrorKind::TooDeep);
            self.stop();
            self.waiting.clear();
            return Expected::Operator;
        }
        self.depth += 1;
        self.waiting.push(Waiting { what, span });
        self.advance();
        Expected::Operand
    }

    pub(super) fn comma(&mut self, span: TextSpan) -> Expected {
        self.complete_all();
        if self.argument().is_some() {
            self.advance();
            return Expected::Operand;
        }
        let before = self.last;
        self.advance();
        let number = TextSpan::new(before.start, self.token.span.stop);
        let is_decimal = before.stop == span.start
            && matches!(self.token.kind, TokenKind::Number(_))
            && self.token.span.start == span.stop;
        let decimal = is_decimal.then(|| short(&number.slice(self.text).replace(',', ".")));
        self.error(span, ExprErrorKind::StrayComma { decimal });
        self.forgiving = true;
        Expected::Operand
    }

    /// Ends an argument of the innermost open call and returns that call; `None` if there is no
    /// open call.
    pub(super) fn argument(&mut self) -> Option<OpenCall> {
        let Some(Waiting {
            what: What::Call(functions, arguments, _),
            span,
        }) = self.waiting.last_mut()
        else {
            return None;
        };
        *arguments += 1;
        let (functions, arguments, span) = (*functions, *arguments, *span);
        if arguments > 1
            && let &[function] = functions
            && function.is_variadic()
        {
            self.push(ProgramStep::Call(function), span);
        }
        Some(OpenCall {
            functions,
            arguments,
            name: span,
        })
    }

    pub(super) fn close(&mut self, span: TextSpan) {
        self.complete_all();
        if let Some(call) = self.argument() {
            return self.finish_call(&call);
        }
        if self.waiting.pop().is_some() {
            self.depth -= 1;
            return self.advance();
        }
        self.error(span, ExprErrorKind::Unopened);
        self.advance();
        self.forgiving = true;
    }

    /// Adds a call when its `)` is read.
    fn finish_call(&mut self, call: &OpenCall) {
        let &OpenCall {
            functions,
            arguments,
            name,
        } = call;
        self.waiting.pop();
        self.depth -= 1;
        let fits = |function: &&Function| function.arguments().len() == arguments;
        match (functions, functions.iter().find(fits)) {
            // The unknown name has already been reported.
            ([], _) => {}
            // Each argument after the first has already added its call.
            (&[function], _) if function.is_variadic() && arguments > 1 => {}
            (_, Some(&function)) => self.push(ProgramStep::Call(function), name),
            ([function, ..], None) => {
                let function = function.call_name().unwrap_or_default();
                self.error(name, ExprErrorKind::ArgumentCount { function });
            }
        }
        self.advance();
    }

    /// Accepts the `)` of a call without arguments. Returns whether the next token was that `)`.
    pub(super) fn no_arguments(&mut self) -> bool {
        match self.waiting.last() {
            Some(&Waiting {
                what: What::Call(functions, 0, _),
                span,
            }) if matches!(self.token.kind, TokenKind::Close) => {
                self.finish_call(&OpenCall {
                    functions,
                    arguments: 0,
                    name: span,
                });
                true
            }
            _ => false,
        }
    }

    pub(super) fn end(&mut self) {
        loop {
            self.complete_all();
            let Some(Waiting { what, span }) = self.waiting.pop() else {
                return;
            };
            let open = match what {
                What::Call(_, _, open) => open,
                _ => span,
            };
            // If reading stopped early, the missing parenthesis may be in the unread text.
            if !self.stopped {
                self.error(open, ExprErrorKind::Unclosed);
            }
        }
    }
}
