//! Checks the committed TypeScript types of the API. `UPDATE_TYPES=1` rewrites them.

use std::path::Path;
use std::{env, fs};

use super::{
    AddLabel, AgreementAnswer, Apply, Callable, Change, CheckAnswer, Checked, ClipAgreement,
    ClipEdit, ClipLabels, ClipList, ClipRow, Contract, CurveHeader, Edit, Edited, EncodeHeader,
    EncodeRequest, ExclusiveGroup, Explanation, Finding, Fix, FollowRules, JointSide, Label,
    LabelDifference, LabelKind, LeftOut, LibraryInfo, Match, MeasureAnswer, MeasureInfo,
    MeasureRange, MeasureRequest, MeasuredRow, MeasuredValue, MediaAnswer, MeshHeader, Mistake,
    Moment, MotionHeader, NewRule, PoseCost, Problem, ProposalQuality, ProposalsAnswer, Proposed,
    QueryAnswer, QueryRequest, RecordedClip, RecordedPose, RecordingHeader, Reject, Rejected,
    RejectedList, RemoveQuery, RenameQuery, RenameTag, RenamedTag, Retried, Rule, RuleChange,
    RulesAnswer, SaveQuery, SearchRow, SecondAnswer, SetUp, SimilarPlace, Source, Span, Strip,
    StripTag, StripsRequest, TagAgreement, Turned, TurnsHeader, WouldApply,
};
use footwork_library::Operation;
use footwork_sidecar::{KeptLabels, Reference, SignedState, WorkState};
use ts_rs::{Config, TS};

fn declared<T: TS + 'static>(config: &Config) -> String {
    let docs = T::docs().unwrap_or_default();
    format!("{docs}export {}\n", T::decl(config))
}

macro_rules! declarations {
    ($($name:ident),* $(,)?) => {
        |config: &Config| [$(declared::<$name>(config)),*].join("\n")
    };
}

#[test]
fn the_page_has_the_types_of_the_server() {
    let all = declarations!(
        AddLabel,
        AgreementAnswer,
        Apply,
        Callable,
        Change,
        CheckAnswer,
        Checked,
        ClipAgreement,
        ClipEdit,
        ClipLabels,
        ClipList,
        ClipRow,
        Contract,
        CurveHeader,
        Edit,
        Edited,
        EncodeHeader,
        EncodeRequest,
        ExclusiveGroup,
        Explanation,
        Finding,
        Fix,
        FollowRules,
        JointSide,
        KeptLabels,
        Label,
        LabelDifference,
        LabelKind,
        LeftOut,
        LibraryInfo,
        Match,
        MeasureAnswer,
        MeasureInfo,
        MeasureRange,
        MeasureRequest,
        MeasuredRow,
        MeasuredValue,
        MediaAnswer,
        MeshHeader,
        Mistake,
        Moment,
        MotionHeader,
        NewRule,
        Operation,
        PoseCost,
        Problem,
        ProposalQuality,
        ProposalsAnswer,
        Proposed,
        QueryAnswer,
        QueryRequest,
        RecordedClip,
        RecordedPose,
        RecordingHeader,
        Reference,
        Reject,
        Rejected,
        RejectedList,
        RemoveQuery,
        RenameQuery,
        RenameTag,
        RenamedTag,
        Retried,
        Rule,
        RuleChange,
        RulesAnswer,
        SaveQuery,
        SearchRow,
        SecondAnswer,
        SetUp,
        SignedState,
        SimilarPlace,
        Source,
        Span,
        Strip,
        StripTag,
        StripsRequest,
        TagAgreement,
        Turned,
        TurnsHeader,
        WorkState,
        WouldApply,
    );
    let text = format!(
        "// @generated The API's types, written by a test of `src/api/`.\n\n{}",
        all(&Config::default())
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/src/api/types.ts");
    if env::var_os("UPDATE_TYPES").is_some() {
        fs::write(&path, &text).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed.replace("\r\n", "\n") == text,
        "{} differs from src/api/; run this test with UPDATE_TYPES=1 to rewrite it",
        path.display()
    );
}
