//! Turns tokens into nodes by precedence climbing. After an error, parsing continues to find
//! further errors.

use std::borrow::Cow;

use footwork_base::{TextErrorsBuilder, TextSpan};
use smallvec::SmallVec;

use super::error::QueryErrorKind;
use super::function::{self, Arguments, Parameter, Signature};
use super::node::{GivenFrames, Node, Reach};
use super::token::{Token, TokenKind, tokenize};
use super::tree::{MAX_QUERY_BYTES, MAX_QUERY_NESTING, Query};
use crate::algebra::SetOp;
use crate::resolver::MAX_SIMILAR;
use footwork_base::Amount;

/// Parses as much of `text` as it can read, and adds every error to `errors`.
pub(super) fn parse<'a>(
    text: &'a str,
    errors: &mut TextErrorsBuilder<QueryErrorKind>,
) -> Query<'a> {
    if text.len() > MAX_QUERY_BYTES {
        // Reports the first character beyond the limit.
        let stop = (MAX_QUERY_BYTES + 1..).find(|&at| text.is_char_boundary(at));
        let fitting = &text[..stop.unwrap_or(text.len())];
        let last = fitting.chars().next_back().map_or(0, char::len_utf8);
        let span = TextSpan::new(fitting.len() - last, fitting.len());
        errors.push(span, QueryErrorKind::TooLong);
        return Query::from_nodes(SmallVec::new(), Vec::new());
    }
    let tokens = tokenize(text, errors);
    let is_cut = errors.iter_mut().any(|error| {
        matches!(
            error.kind,
            QueryErrorKind::BadString { .. } | QueryErrorKind::UnclosedBrace
        )
    });
    let mut parser = Parser {
        text,
        tokens,
        at: 0,
        depth: 0,
        nodes: SmallVec::new(),
        spans: Vec::new(),
        frames_spans: Vec::new(),
        errors,
        error_count: 0,
        is_cut,
    };
    parser.query(Until::End);
    Query::from_nodes(parser.nodes, parser.spans).with_frames_spans(parser.frames_spans)
}

/// The token that ends the query being parsed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Until {
    End,
    Close,
    CommaOrClose,
}

struct Parser<'a, 'e> {
    text: &'a str,
    tokens: Vec<Token<'a>>,
    at: usize,
    depth: usize,
    nodes: SmallVec<[Node<'a>; 16]>,
    spans: Vec<TextSpan>,
    frames_spans: Vec<(usize, TextSpan)>,
    errors: &'e mut TextErrorsBuilder<QueryErrorKind>,
    /// The number of errors that the parser itself has found.
    error_count: usize,
    /// Whether reading stopped before the end of the text. Open parentheses are then not reported.
    is_cut: bool,
}

impl<'a> Parser<'a, '_> {
    fn peek(&self) -> Option<&TokenKind<'a>> {
        self.tokens.get(self.at).map(|token| &token.kind)
    }

    /// Returns the span of the next token; at the end of the text, the empty span there.
    fn span(&self) -> TextSpan {
        let end = TextSpan::new(self.text.len(), self.text.len());
        self.tokens.get(self.at).map_or(end, |token| token.span)
    }

    fn push(&mut self, node: Node<'a>, span: TextSpan) {
        self.nodes.push(node);
        self.spans.push(span);
    }

    fn error(&mut self, span: TextSpan, kind: QueryErrorKind) {
        self.error_count += 1;
        self.errors.push(span, kind);
        if self.errors.is_full() {
            self.stop();
        }
    }

    /// Stops reading at the current token.
    fn stop(&mut self) {
        self.is_cut = true;
        self.at = self.tokens.len();
    }

    /// Reads a whole query. Operands without an operator between them do not end it.
    fn query(&mut self, until: Until) {
        self.operators(LOOSEST);
        loop {
            match (self.peek(), until) {
                (None, _)
                | (Some(TokenKind::Close), Until::Close | Until::CommaOrClose)
                | (Some(TokenKind::Comma), Until::CommaOrClose) => return,
                (Some(TokenKind::Close), Until::End) => {
                    self.error(self.span(), QueryErrorKind::Unopened);
                    self.at += 1;
                }
                // The bad token may have been meant as an operator.
                (Some(TokenKind::Bad), _) => {
                    self.at += 1;
                    self.joined_operand();
                }
                _ => {
                    let span = self.span();
                    let found = span.slice(self.text).chars().take(40).collect();
                    self.error(span, QueryErrorKind::MissingOperator { found });
                    if matches!(self.peek(), Some(TokenKind::Comma)) {
                        self.at += 1;
                    }
                    self.joined_operand();
                }
            }
        }
    }

    /// After an error, reads any following tokens as one more operand.
    fn joined_operand(&mut self) {
        let span = self.span();
        if !matches!(
            self.peek(),
            None | Some(TokenKind::Bad | TokenKind::Close | TokenKind::Comma)
        ) {
            self.operators(LOOSEST);
            self.push(Node::Set(SetOp::Union), span);
        }
    }

    /// Reads operands with the operators between them, as long as an operator binds at least as
    /// tightly as `loosest`.
    fn operators(&mut self, loosest: u8) {
        self.unary();
        while let Some(&TokenKind::Operator(op)) = self.peek()
            && precedence(op) >= loosest
        {
            let span = self.span();
            self.at += 1;
            self.operators(precedence(op) + 1);
            self.push(Node::Set(op), span);
        }
    }

    fn unary(&mut self) {
        let first = self.at;
        while matches!(self.peek(), Some(TokenKind::Not)) {
            self.at += 1;
        }
        let nots = first..self.at;
        self.atom();
        for at in nots.rev() {
            self.push(Node::Not, self.tokens[at].span);
        }
    }

    fn atom(&mut self) {
        let span = self.span();
        let Some(kind) = self.peek().cloned() else {
            return self.missing_operand(span);
        };
        match kind {
            TokenKind::All => self.leaf(Node::All, span),
            TokenKind::None => self.leaf(Node::None, span),
            TokenKind::Bad => self.leaf(Node::Missing, span),
            TokenKind::Predicate => {
                let inner = &self.text[span.start + 1..span.stop - 1];
                self.leaf(Node::Predicate(Cow::Borrowed(inner)), span);
            }
            TokenKind::Open => {
                self.at += 1;
                self.nested(span, |parser| {
                    parser.query(Until::Close);
                    parser.close(span);
                });
            }
            TokenKind::Name { .. } | TokenKind::Exact if self.calls() => self.call(span),
            TokenKind::Name {
                canonical, below, ..
            } => {
                let reach = if below { Reach::Below } else { Reach::Subtree };
                self.leaf(Node::Tag(canonical, reach), span);
            }
            TokenKind::Exact => {
                let word = span.slice(self.text).to_owned();
                self.error(span, QueryErrorKind::Reserved { word });
                self.leaf(Node::Missing, span);
            }
            TokenKind::Number { .. } => {
                let found = span.slice(self.text).to_owned();
                self.error(span, QueryErrorKind::MissingOperand { found });
                self.leaf(Node::Missing, span);
            }
            TokenKind::Operator(_) | TokenKind::Not | TokenKind::Close | TokenKind::Comma => {
                self.missing_operand(span);
            }
        }
    }

    fn leaf(&mut self, node: Node<'a>, span: TextSpan) {
        self.push(node, span);
        self.at += 1;
    }

    fn missing_operand(&mut self, span: TextSpan) {
        let found = span.slice(self.text).to_owned();
        self.error(span, QueryErrorKind::MissingOperand { found });
        self.push(Node::Missing, span);
    }

    /// Returns whether `(` follows the next token directly, without a space.
    fn calls(&self) -> bool {
        matches!(
            self.tokens.get(self.at + 1),
            Some(Token { kind: TokenKind::Open, span }) if span.start == self.span().stop
        )
    }

    /// Reads the inside of a parenthesis. If the nesting is too deep, reading stops.
    fn nested(&mut self, open: TextSpan, read: impl FnOnce(&mut Self)) {
        if self.depth == MAX_QUERY_NESTING {
            self.error(open, QueryErrorKind::TooDeep);
            self.stop();
            self.push(Node::Missing, open);
            return;
        }
        self.depth += 1;
        read(self);
        self.depth -= 1;
    }

    /// Skips the `)` that closes the parenthesis at `open`.
    fn close(&mut self, open: TextSpan) {
        match self.peek() {
            Some(TokenKind::Close) => self.at += 1,
            // An earlier error stopped the reading.
            _ if self.is_cut => {}
            _ => self.error(open, QueryErrorKind::Unclosed),
        }
    }

    fn call(&mut self, name: TextSpan) {
        let open = self.tokens[self.at + 1].span;
        self.at += 2;
        let text = name.slice(self.text);
        let Some(signature) = function::find(text) else {
            let kind = QueryErrorKind::UnknownFunction {
                name: text.to_owned(),
                suggestion: function::suggest(text),
            };
            self.error(name, kind);
            self.nested(name, |parser| parser.skip_arguments(name, open));
            return;
        };
        self.nested(name, |parser| {
            let mut arguments = Arguments::default();
            let mut queries = 0;
            let errors = parser.error_count;
            parser.arguments(name, signature, &mut arguments, &mut queries);
            parser.close(open);
            // Errors about the clip name or the number of frames point at that argument, not at the
            // call.
            let place = arguments.name.unwrap_or(name);
            let frames = arguments.frames.map(|(_, span)| span);
            let mut node = (signature.build)(arguments);
            if node.arity() == 0 && parser.error_count > errors {
                node = Node::Missing;
            }
            for _ in queries..node.arity() {
                parser.push(Node::Missing, name);
            }
            let index = parser.nodes.len();
            parser.frames_spans.extend(frames.map(|span| (index, span)));
            parser.push(node, place);
        });
    }

    /// Skips the arguments of an unknown function, which counts as one operand.
    fn skip_arguments(&mut self, name: TextSpan, open: TextSpan) {
        let mut depth = 0;
        while let Some(kind) = self.peek() {
            match kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close if depth == 0 => break,
                TokenKind::Close => depth -= 1,
                _ => {}
            }
            self.at += 1;
        }
        self.close(open);
        self.push(Node::Missing, name);
    }

    fn arguments(
        &mut self,
        name: TextSpan,
        signature: &'static Signature,
        arguments: &mut Arguments<'a>,
        queries: &mut usize,
    ) {
        let ends = |kind: Option<&TokenKind<'_>>| matches!(kind, None | Some(TokenKind::Close));
        for (index, &parameter) in signature.parameters.iter().enumerate() {
            if index > 0 {
                match self.peek() {
                    Some(TokenKind::Comma) => self.at += 1,
                    kind if ends(kind) => {
                        if parameter != Parameter::OptionalAmount && !self.is_cut {
                            let usage = signature.usage;
                            self.error(name, QueryErrorKind::ArgumentCount { usage });
                        }
                        return;
                    }
                    _ => {}
                }
            } else if ends(self.peek()) {
                let usage = signature.usage;
                return self.error(name, QueryErrorKind::ArgumentCount { usage });
            }
            if parameter == Parameter::Query {
                self.query(Until::CommaOrClose);
                *queries += 1;
            } else {
                self.value(parameter, signature, arguments);
            }
        }
        if matches!(self.peek(), Some(TokenKind::Comma)) {
            let usage = signature.usage;
            self.error(self.span(), QueryErrorKind::ArgumentCount { usage });
            self.skip_argument(Until::Close);
        }
    }

    /// Reads an argument other than a query.
    fn value(
        &mut self,
        parameter: Parameter,
        signature: &'static Signature,
        arguments: &mut Arguments<'a>,
    ) {
        let first = self.at;
        let start = self.span();
        self.skip_argument(Until::CommaOrClose);
        let tokens = &self.tokens[first..self.at];
        let span = tokens.last().map_or(start, |last| start.hull(last.span));
        if tokens.iter().any(|t| matches!(t.kind, TokenKind::Bad)) {
            return;
        }
        if let Err(kind) = read_value(parameter, tokens, span.slice(self.text), arguments) {
            let kind = kind.unwrap_or(QueryErrorKind::WrongArgument {
                expected: parameter.expected(),
                usage: signature.usage,
            });
            self.error(span, kind);
        }
    }

    /// Skips to the `,` or `)` that ends this argument, or to the `)` that ends the call.
    fn skip_argument(&mut self, until: Until) {
        let mut depth = 0;
        while let Some(kind) = self.peek() {
            match kind {
                TokenKind::Comma if depth == 0 && until == Until::CommaOrClose => return,
                TokenKind::Close if depth == 0 => return,
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth -= 1,
                _ => {}
            }
            self.at += 1;
        }
    }
}

/// Adds the value of an argument. Returns `Err(None)` if the value is of another kind than the
/// parameter.
fn read_value<'a>(
    parameter: Parameter,
    tokens: &[Token<'a>],
    text: &'a str,
    arguments: &mut Arguments<'a>,
) -> Result<(), Option<QueryErrorKind>> {
    let bad_number = || {
        let found = text.chars().take(40).collect();
        let fitting = parameter.fitting();
        Some(QueryErrorKind::BadNumber { found, fitting })
    };
    let (negative, tokens) = match tokens {
        [minus, rest @ ..] if matches!(minus.kind, TokenKind::Operator(SetOp::Difference)) => {
            (true, rest)
        }
        all => (false, all),
    };
    let [token] = tokens else {
        return Err(None);
    };
    match (parameter, &token.kind) {
        (
            Parameter::Name,
            TokenKind::Name {
                canonical,
                below: false,
                ..
            },
        ) if !negative => {
            arguments.text = canonical.clone();
            arguments.name = Some(token.span);
        }
        (
            Parameter::String,
            TokenKind::Name {
                is_string: true, ..
            },
        ) if !negative => {
            let (value, _) = footwork_base::unquote(text)
                .and_then(Result::ok)
                .ok_or(None)?;
            arguments.text = Cow::Owned(value);
            arguments.name = Some(token.span);
        }
        (Parameter::Amount | Parameter::OptionalAmount, &TokenKind::Number { digits, unit }) => {
            let amount = Amount::from_parts(digits, unit).filter(|_| !negative);
            arguments.amounts.push(amount.ok_or_else(bad_number)?);
        }
        (Parameter::Count | Parameter::Seed, &TokenKind::Number { digits, unit: "" }) => {
            let number = match parameter {
                Parameter::Count => digits.parse::<u32>().map(i128::from),
                _ => digits.parse::<u64>().map(i128::from),
            };
            let number = number.ok().filter(|_| !negative);
            arguments.integers.push(number.ok_or_else(bad_number)?);
        }
        (Parameter::Frames, &TokenKind::Number { digits, unit }) => {
            let frames = GivenFrames::from_parts(digits, unit).filter(|_| !negative);
            arguments.frames = Some((frames.ok_or_else(bad_number)?, token.span));
        }
        (Parameter::Places, &TokenKind::Number { digits, unit: "" }) => {
            let number: Option<u32> = digits.parse().ok().filter(|_| !negative);
            let number = number.filter(|number| (1..=MAX_SIMILAR).contains(number));
            arguments
                .integers
                .push(number.map(i128::from).ok_or_else(bad_number)?);
        }
        (Parameter::Index, &TokenKind::Number { digits, unit: "" }) => {
            let number: u32 = digits.parse().map_err(|_| bad_number())?;
            let number = i128::from(number);
            arguments
                .integers
                .push(if negative { -number } else { number });
        }
        _ => return Err(None),
    }
    Ok(())
}

const LOOSEST: u8 = 0;

/// Returns the precedence of an operator. A larger number binds more tightly.
pub(super) fn precedence(op: SetOp) -> u8 {
    match op {
        SetOp::Union => 0,
        SetOp::SymmetricDifference => 1,
        SetOp::Intersection => 2,
        SetOp::Difference => 3,
    }
}
