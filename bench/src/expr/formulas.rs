//! The formulas of the specification, in the syntax of each library.

use super::native::{self, Fused, Native};

/// A formula of the variables x, y, z and t.
pub(crate) struct Formula {
    pub(crate) name: &'static str,
    /// The text for Footwork and for exprtk.
    pub(crate) text: &'static str,
    /// For fasteval, without square root, exponential, conditional and `atan2`.
    pub(crate) fasteval: &'static str,
    /// For exmex, with `PI` and without conditional.
    pub(crate) exmex: Option<&'static str>,
    /// For meval, without conditional and clamp.
    pub(crate) meval: Option<&'static str>,
    pub(crate) exprtk: &'static str,
    /// For evalexpr, with functions in `math::` and without pi.
    pub(crate) evalexpr: &'static str,
    pub(crate) native: Native,
    pub(crate) std_loop: Fused,
    pub(crate) fused: Fused,
}

macro_rules! formula {
    ($name:literal, $id:ident, $text:literal $(, $key:ident: $other:expr)*) => {{
        #[allow(unused_mut, reason = "some are spelled alike everywhere")]
        let mut formula = Formula {
            name: $name,
            text: $text,
            fasteval: $text,
            exmex: Some($text),
            meval: Some($text),
            exprtk: $text,
            evalexpr: $text,
            native: native::with_std::value::$id,
            std_loop: native::with_std::$id,
            fused: native::with_base::$id,
        };
        $(formula.$key = $other;)*
        formula
    }};
}

/// Returns all formulas.
pub(crate) fn all() -> Vec<Formula> {
    vec![
        formula!(
            "E0",
            e0,
            "sin(t)+0.1*cos(10*t)",
            evalexpr: "math::sin(t)+0.1*math::cos(10*t)"
        ),
        formula!(
            "E1",
            e1,
            "(-z/(sqrt(x*x+z*z)+0.5))*12*exp(-0.08*(x*x+z*z))*max(0,1-y/20)+0.8*sin(3*t+0.4*y)-0.3*x",
            fasteval: "(-z/((x*x+z*z)^0.5+0.5))*12*(e()^(-0.08*(x*x+z*z)))*max(0,1-y/20)+0.8*sin(3*t+0.4*y)-0.3*x",
            evalexpr: "(-z/(math::sqrt(x*x+z*z)+0.5))*12*math::exp(-0.08*(x*x+z*z))*max(0,1-y/20)+0.8*math::sin(3*t+0.4*y)-0.3*x"
        ),
        formula!("F1", f1, "x+y*2"),
        formula!("F2", f2, "(x+y)*(x-y)"),
        formula!("F3", f3, "((((((2*x+3)*x-5)*x+7)*x-11)*x+13)*x-17)*x+19"),
        formula!(
            "F4",
            f4,
            "sqrt(x*x+y*y)",
            fasteval: "(x*x+y*y)^0.5",
            evalexpr: "math::sqrt(x*x+y*y)"
        ),
        formula!("F5", f5, "1-(x/2*2)^2"),
        formula!(
            "F6",
            f6,
            "sin(2.2*x)+cos(pi/y)",
            fasteval: "sin(2.2*x)+cos(pi()/y)",
            exmex: Some("sin(2.2*x)+cos(PI/y)"),
            evalexpr: "math::sin(2.2*x)+math::cos(3.141592653589793/y)"
        ),
        formula!(
            "F7",
            f7,
            "exp(-x)*x",
            fasteval: "(e()^(-x))*x",
            evalexpr: "math::exp(-x)*x"
        ),
        formula!(
            "F8",
            f8,
            "clamp(x,0,1)*(y-x)+x",
            fasteval: "min(max(x,0),1)*(y-x)+x",
            exmex: Some("min(max(x,0),1)*(y-x)+x"),
            meval: Some("min(max(x,0),1)*(y-x)+x"),
            exprtk: "clamp(0,x,1)*(y-x)+x",
            evalexpr: "min(max(x,0),1)*(y-x)+x"
        ),
        formula!(
            "F9",
            f9,
            "x<y ? x+1 : y*2",
            fasteval: "(x<y)*(x+1)+(x>=y)*(y*2)",
            exmex: None,
            meval: None,
            evalexpr: "if(x<y, x+1, y*2)"
        ),
        formula!(
            "F10",
            f10,
            "atan2(y,x)/pi",
            fasteval: "atan(y/x)/pi()",
            exmex: Some("atan2(y,x)/PI"),
            evalexpr: "math::atan2(y,x)/3.141592653589793"
        ),
    ]
}
