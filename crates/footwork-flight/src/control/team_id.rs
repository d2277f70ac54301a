//! Which team.

footwork_base::typed_id! {
    /// Players that one human may control. The caller numbers them.
    pub struct TeamId;
}
