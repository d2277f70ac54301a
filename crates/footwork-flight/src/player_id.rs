//! Which player.

footwork_base::typed_id! {
    /// Anyone who can take the ball. The caller numbers them; where all else is equal, the lower number is preferred.
    pub struct PlayerId;
}
