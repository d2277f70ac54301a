//! Converts tokens to steps in postfix order. After an error, parsing continues to find further errors.
//!
//! The method is Dijkstra's shunting yard. Operators wait on a list until their operands are complete, so there is no
//! recursion, and a chain may be as long as the text. Only parentheses and calls nest, up to a limit. After an error,
//! no steps are added, because their operands may be missing. An error directly after another error is not reported.
//! reported.

mod call;

use footwork_base::TextSpan;

use super::fold::Steps;
use super::names::{self, Variables};
use super::operator::{CHOICE, compares, precedence};
use super::token::{Lexer, Token, TokenKind};
use crate::error::{ErrorList, ExprErrorKind, MAX_SHOWN_CHARS, short};
use crate::function::Function;
use crate::program::ProgramStep;

/// Adds the steps of a text, or the errors of the text.
pub(super) fn parse(
    text: &str,
    variables: &Variables<'_>,
    steps: &mut Steps,
    errors: &mut ErrorList,
) {
    let mut lexer = Lexer::new(text);
    let token = lexer.next(errors);
    let mut parser = Parser {
        text,
        lexer,
        token,
        last: TextSpan::default(),
        waiting: Vec::with_capacity(8),
        depth: 0,
        forgiving: false,
        stopped: false,
        variables,
        steps,
        errors,
    };
    let mut expected = Expected::Operand;
    loop {
        expected = match expected {
            Expected::Operand => parser.operand(),
            Expected::Operator => parser.operator(),
            Expected::Nothing => return,
        };
    }
}

/// The kind of token that would be valid next.
enum Expected {
    Operand,
    Operator,
    Nothing,
}

/// An item that waits for its operands or its closing token.
struct Waiting {
    what: What,
    span: TextSpan,
}

#[derive(Clone, Copy)]
enum What {
    /// An operator: before its only operand, or between its two operands.
    Operator(Function),
    /// A `?` whose `:` has not been read yet.
    Question,
    /// A complete `? :`.
    Choice,
    /// A `(`.
    Open,
    /// A call: the functions with this name, the number of arguments so far, and the span of the `(`. The functions
    /// differ in their number of arguments. There are none if the name is unknown.
    Call(&'static [Function], usize, TextSpan),
}

struct Parser<'a, 'b> {
    text: &'a str,
    lexer: Lexer<'a>,
    /// The next token.
    token: Token<'a>,
    /// The span of the previous token.
    last: TextSpan,
    waiting: Vec<Waiting>,
    depth: usize,
    /// Whether the previous token was an error. If so, the error may be the reason why this token is not valid.
    forgiving: bool,
    /// Whether a part of the text was not read.
    stopped: bool,
    variables: &'b Variables<'a>,
    steps: &'b mut Steps,
    errors: &'b mut ErrorList,
}

impl<'a> Parser<'a, '_> {
    fn advance(&mut self) {
        self.last = self.token.span;
        self.forgiving = false;
        self.token = self.lexer.next(self.errors);
        if self.errors.is_full() {
            self.stop();
        }
    }

    /// Stops reading at the current token.
    fn stop(&mut self) {
        self.lexer.stop();
        self.token = self.lexer.next(self.errors);
        self.forgiving = true;
        self.stopped = true;
    }

    /// Skips an error that the lexer reported.
    fn bad(&mut self) {
        self.stopped |= self.token.span.stop == self.text.len();
        self.advance();
        self.forgiving = true;
    }

    fn error(&mut self, span: TextSpan, kind: ExprErrorKind) {
        self.errors.push(span, kind);
        if self.errors.is_full() {
            self.stop();
        }
    }

    /// Adds a step, unless there was an error, after which operands may be missing.
    fn push(&mut self, step: ProgramStep, span: TextSpan) {
        if self.errors.is_empty() {
            self.steps.push(step, span);
        }
    }

    fn wait(&mut self, what: What) {
        let span = self.token.span;
        self.waiting.push(Waiting { what, span });
        self.advance();
    }

    fn operand(&mut self) -> Expected {
        let span = self.token.span;
        match &self.token.kind {
            &TokenKind::Number(value) => {
                self.push(ProgramStep::Float(value), span);
                self.advance();
                Expected::Operator
            }
            TokenKind::Name(_) => self.name(),
            TokenKind::Open => self.open(What::Open, span),
            TokenKind::Not => {
                self.wait(What::Operator(Function::Not));
                Expected::Operand
            }
            TokenKind::Operator(Function::Subtract) => {
                self.wait(What::Operator(Function::Negate));
                Expected::Operand
            }
            TokenKind::Operator(Function::Add) => {
                self.advance();
                Expected::Operand
            }
            TokenKind::Bad => {
                self.bad();
                Expected::Operator
            }
            _ => {
                if !self.no_arguments() && !self.forgiving && !self.errors.ends_at(span) {
                    let found = short(span.slice(self.text));
                    self.error(span, ExprErrorKind::MissingOperand { found });
                }
                Expected::Operator
            }
        }
    }

    fn name(&mut self) -> Expected {
        let TokenKind::Name(name) = std::mem::replace(&mut self.token.kind, TokenKind::Bad) else {
            return Expected::Operator;
        };
        let name = name.as_ref();
        self.advance();
        let span = self.last;
        let calls = matches!(self.token.kind, TokenKind::Open);
        if !calls && let Some(step) = self.variables.step(name) {
            match name {
                "e" if self.errors.is_empty() => self.steps.push_e(span),
                _ => self.push(step, span),
            }
            return Expected::Operator;
        }
        let functions = Function::called(name);
        match (calls, functions) {
            (true, []) => {
                // A variable before a parenthesis is a product without its `*`.
                if let Some(step) = self.variables.step(name) {
                    self.push(step, span);
                    return Expected::Operator;
                }
                let suggestion = names::suggest_function(name);
                let name = short(name);
                self.error(span, ExprErrorKind::UnknownFunction { name, suggestion });
                self.open(What::Call(functions, 0, self.token.span), span)
            }
            (true, _) => self.open(What::Call(functions, 0, self.token.span), span),
            (false, []) => {
                let suggestion = self.variables.suggest(name);
                let name = short(name);
                self.error(span, ExprErrorKind::UnknownName { name, suggestion });
                Expected::Operator
            }
            (false, [function, ..]) => {
                let name = function.call_name().unwrap_or_default();
                self.error(span, ExprErrorKind::NotCalled { name });
                self.forgiving = true;
                Expected::Operator
            }
        }
    }

    fn operator(&mut self) -> Expected {
        let span = self.token.span;
        match self.token.kind {
            TokenKind::Operator(operator) => {
                self.before(operator, span);
                self.wait(What::Operator(operator));
                Expected::Operand
            }
            TokenKind::Question => {
                self.complete(CHOICE + 1);
                self.wait(What::Question);
                Expected::Operand
            }
            TokenKind::Colon => self.colon(span),
            TokenKind::Comma => self.comma(span),
            TokenKind::Close => {
                self.close(span);
                Expected::Operator
            }
            TokenKind::End => {
                self.end();
                Expected::Nothing
            }
            TokenKind::Bad => {
                // The bad token may have been intended as an operator.
                self.bad();
                match self.token.kind {
                    TokenKind::Number(_) | TokenKind::Name(_) | TokenKind::Open => {
                        Expected::Operand
                    }
                    _ => Expected::Operator,
                }
            }
            TokenKind::Number(_) | TokenKind::Name(_) | TokenKind::Open | TokenKind::Not => {
                if !self.forgiving {
                    let kind = self.missing_operator();
                    self.error(span, kind);
                }
                Expected::Operand
            }
        }
    }

    /// Completes the operators that bind tighter than the next operator.
    fn before(&mut self, operator: Function, span: TextSpan) {
        let tightness = precedence(operator);
        self.complete(tightness + 1);
        // Powers group to the right, so the earlier power waits for this one.
        if operator == Function::Pow {
            return;
        }
        if compares(operator)
            && let Some(&Waiting {
                what: What::Operator(first),
                ..
            }) = self.waiting.last()
            && precedence(first) == tightness
        {
            let (first, second) = (first.name(), operator.name());
            self.error(span, ExprErrorKind::ChainedComparison { first, second });
        }
        self.complete(tightness);
    }

    /// Adds the waiting operators that bind at least as tightly as `loosest`.
    fn complete(&mut self, loosest: u8) {
        while let Some(&Waiting { what, span }) = self.waiting.last() {
            let function = match what {
                What::Operator(function) => function,
                What::Choice => Function::Select,
                _ => return,
            };
            if precedence(function) < loosest {
                return;
            }
            self.waiting.pop();
            self.push(ProgramStep::Call(function), span);
        }
    }

    /// Adds all operators up to a parenthesis, a call or the start.
    fn complete_all(&mut self) {
        self.complete(CHOICE);
        while let Some(&Waiting {
            what: What::Question,
            span,
        }) = self.waiting.last()
        {
            self.waiting.pop();
            if !self.stopped {
                self.error(span, ExprErrorKind::MissingColon);
            }
            self.complete(CHOICE);
        }
    }

    fn colon(&mut self, span: TextSpan) -> Expected {
        self.complete(CHOICE);
        match self.waiting.last_mut() {
            Some(waiting) if matches!(waiting.what, What::Question) => {
                waiting.what = What::Choice;
                self.advance();
            }
            _ => {
                self.error(span, ExprErrorKind::StrayColon);
                self.advance();
                self.forgiving = true;
            }
        }
        Expected::Operand
    }

    /// Returns the error for two operands without an operator between them, with the product that may have been
    /// intended.
    fn missing_operator(&self) -> ExprErrorKind {
        let text = self.token.span.slice(self.text);
        let calls = self.lexer.rest().trim_start().starts_with('(');
        let left = match self.last.slice(self.text) {
            ")" => "(…)",
            left => left,
        };
        let right = match self.token.kind {
            TokenKind::Open => Some("(…)".to_owned()),
            TokenKind::Name(_) if calls => Some(format!("{text}(…)")),
            // A function is no operand of a product, because it must be called.
            TokenKind::Name(_) if !Function::called(text).is_empty() => None,
            TokenKind::Not => None,
            _ => Some(text.to_owned()),
        };
        let product = right.map(|right| format!("{left} * {right}"));
        ExprErrorKind::MissingOperator {
            found: short(text),
            product: product.filter(|product| product.len() <= MAX_SHOWN_CHARS),
        }
    }
}
