//! Decodes the tags and events that a network predicts, as its specification says.

use footwork_events::{Encoding, EventTarget, Guards, GuardsError, NetworkEvents, Probability};
use footwork_features::{FeatureSpec, SpecError, SpecEvent, SpecRows, SpecTarget};

/// The outputs of a network, decoded frame by frame: columns with the scaling undone, tags, and events with their
/// times.
///
/// ```
/// use footwork::NetworkOutputs;
/// use footwork::events::Guards;
/// use footwork::features::{FeatureSpec, SpecEvent};
///
/// let mut spec = FeatureSpec::new("30".parse().unwrap());
/// spec.events = vec![SpecEvent::encoded("Foot.Left", 0.3, 0.03)];
/// spec.tags = vec!["Gait.Walk".into()];
/// spec.outputs = ["Gait.Walk", "Foot.Left.sin", "Foot.Left.cos"].map(String::from).to_vec();
///
/// let mut outputs = NetworkOutputs::new(&spec, Guards::default()).unwrap();
/// outputs.push(&[0.9, 0.0, 1.0]).unwrap();
/// assert_eq!(outputs.tag("Gait.Walk"), Some(true));
/// let foot = outputs.event("Foot.Left").unwrap();
/// assert_eq!(outputs.events().between(foot, -1.0, 0.1).count(), 1);
/// assert_eq!(outputs.event("Foot.Right"), None);
/// ```
#[derive(Clone, Debug)]
pub struct NetworkOutputs {
    rows: SpecRows,
    row: Vec<f32>,
    tags: Vec<(String, usize)>,
    /// The events among the outputs. For each, the next field has the columns of its sine and cosine, or twice the
    /// column of its probability.
    names: Vec<String>,
    pair_columns: Vec<[usize; 2]>,
    pairs: Vec<[f32; 2]>,
    events: NetworkEvents,
}

/// The reason why outputs cannot be decoded.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum NetworkOutputsError {
    /// The specification is not valid.
    Spec(SpecError),
    /// A guard is out of range.
    Guards(GuardsError),
    /// The network returns only one of the two columns of an event.
    HalfEvent {
        /// The event.
        name: String,
    },
    /// The window of an event is too long, or its threshold is out of range.
    BadEvent {
        /// The event.
        name: String,
    },
    /// The length of a frame is not the number of outputs in the specification. The frame is ignored.
    Length {
        /// The number of outputs.
        expected: usize,
        /// The number of numbers.
        found: usize,
    },
}

footwork_base::display! { NetworkOutputsError:
    Self::Spec(_) => "the specification of the network is not valid";
    Self::Guards(_) => "a guard is out of range";
    Self::HalfEvent { name } => "the network returns only one of `{name}.sin` and `{name}.cos`";
    Self::BadEvent { name } => "the event `{name}` cannot be decoded: its window is too long, or its threshold is not above 0 and at most 1";
    Self::Length { expected, found } => "the network returned {found} numbers, and its specification has {expected} outputs";
}

impl std::error::Error for NetworkOutputsError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Spec(error) => Some(error),
            Self::Guards(error) => Some(error),
            _ => None,
        }
    }
}

impl NetworkOutputs {
    /// Creates the decoder of a network's outputs at the start of a stream.
    ///
    /// # Errors
    /// Returns [`NetworkOutputsError`] if the specification is not valid, if only one column of an event is an output,
    /// or if a guard or a number of an event is out of range.
    pub fn new(spec: &FeatureSpec, guards: Guards) -> Result<Self, NetworkOutputsError> {
        let rows = spec.output_rows().map_err(NetworkOutputsError::Spec)?;
        let columns = spec.columns();
        let place = |name: &str| {
            let at = columns.iter().position(|column| column.name == name)?;
            rows.places().contains(&at).then_some(at)
        };
        let (mut names, mut pair_columns, mut targets) = (Vec::new(), Vec::new(), Vec::new());
        for event in &spec.events {
            let name = event.name.clone();
            let places: Vec<_> = event.columns().iter().map(|column| place(column)).collect();
            match places[..] {
                [None] | [None, None] => continue,
                [Some(chance)] => pair_columns.push([chance; 2]),
                [Some(sine), Some(cosine)] => pair_columns.push([sine, cosine]),
                _ => return Err(NetworkOutputsError::HalfEvent { name }),
            }
            let Some(target) = target(event) else {
                return Err(NetworkOutputsError::BadEvent { name });
            };
            targets.push(target);
            names.push(name);
        }
        let tags = spec
            .tags
            .iter()
            .filter_map(|tag| Some((tag.clone(), place(tag)?)));
        Ok(Self {
            tags: tags.collect(),
            events: NetworkEvents::from_targets(spec.rate, &targets, guards)
                .map_err(NetworkOutputsError::Guards)?,
            row: vec![0.0; columns.len()],
            pairs: vec![[0.0; 2]; pair_columns.len()],
            names,
            pair_columns,
            rows,
        })
    }

    /// Decodes events `secs` before they happen; see [`NetworkEvents::with_lead`].
    #[must_use]
    pub fn with_lead(mut self, secs: f64) -> Self {
        self.events = self.events.with_lead(secs);
        self
    }

    /// States that each frame is pushed `secs` after the time of its pose; see [`NetworkEvents::with_delay`].
    #[must_use]
    pub fn with_delay(mut self, secs: f64) -> Self {
        self.events = self.events.with_delay(secs);
        self
    }

    /// Reads the numbers of the next frame, in the order of the outputs in the specification. Does not allocate.
    ///
    /// # Errors
    /// Returns [`NetworkOutputsError::Length`] if the number of numbers is wrong.
    pub fn push(&mut self, numbers: &[f32]) -> Result<(), NetworkOutputsError> {
        if !self.rows.give(numbers, &mut self.row) {
            return Err(NetworkOutputsError::Length {
                expected: self.rows.len(),
                found: numbers.len(),
            });
        }
        for (pair, columns) in self.pairs.iter_mut().zip(&self.pair_columns) {
            *pair = columns.map(|column| self.row[column]);
        }
        let pushed = self.events.push(&self.pairs);
        debug_assert_eq!(pushed, Ok(()), "one pair for each event");
        Ok(())
    }

    /// Begins a new stream, whose clock starts at 0.
    pub fn restart(&mut self) {
        self.row.fill(0.0);
        self.events.restart();
    }

    /// Returns all columns of the last frame, with the scaling undone. Columns that are not outputs are 0.
    pub fn row(&self) -> &[f32] {
        &self.row
    }

    /// Returns whether a tag holds on the last frame. A tag holds if its output is at least 0.5. Returns `None` if the
    /// tag is not an output.
    pub fn tag(&self, name: &str) -> Option<bool> {
        let (_, column) = self.tags.iter().find(|(tag, _)| tag == name)?;
        Some(self.row[*column] >= 0.5)
    }

    /// Returns the tags among the outputs, in the order of the specification.
    pub fn tags(&self) -> impl ExactSizeIterator<Item = &str> {
        self.tags.iter().map(|(tag, _)| &**tag)
    }

    /// Returns the number of an event in [`Self::events`]; `None` if the event is not an output.
    pub fn event(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|event| event == name)
    }

    /// Returns the names of the events, in the order of their numbers.
    pub fn event_names(&self) -> &[String] {
        &self.names
    }

    /// Returns the events, with times on the clock of the pushed frames.
    pub fn events(&self) -> &NetworkEvents {
        &self.events
    }
}

/// Returns the decoder of an event; `None` if a number is out of range.
fn target(event: &SpecEvent) -> Option<EventTarget> {
    match event.target {
        SpecTarget::Encoded {
            window_secs,
            sigma_secs,
        } => Encoding::new(window_secs, sigma_secs)
            .ok()
            .map(EventTarget::Encoded),
        SpecTarget::Probability {
            threshold,
            min_gap_secs,
        } => {
            let probability = Probability::new(threshold, min_gap_secs);
            probability.ok().map(EventTarget::Probability)
        }
    }
}
