//! Makes a character walk where a stick points, with clips of the sample library.

use std::error::Error;
use std::path::Path;

use footwork_base::FrameRate;
use footwork_library::Library;
use footwork_matching::{
    Character, CharacterConfig, Filter, Input, OpenWorld, Placement, Rules, Step, Want,
};
use footwork_pipeline::ClipCharacter;

/// Walks for ten seconds and prints each jump.
pub fn main() -> Result<(), Box<dyn Error>> {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../samples");
    let library = Library::open(&samples)?;
    // Allow the clips that walk: one straight ahead, and two along a bend.
    let query = "Gait.Walk & Source.DeepMimic";
    let found = library.database().query(query)?;
    let clips = library.clips().ids();
    let clips = clips.filter(|&clip| !found.ranges(clip).is_empty());
    let rate = FrameRate::whole(60).ok_or("the frame rate is 0")?;
    let clips = ClipCharacter::build(&library, clips, rate)?;
    let index = clips.poses().index();
    let runway_secs = Rules::default().overrun_secs.into();
    let filter = Filter::new(index, clips.poses().landing_spans(&found, runway_secs));
    let mut allowed = index.candidates().filter(|&it| filter.allows(index, it));
    let start = allowed.next().ok_or("nothing may play")?;

    let config = CharacterConfig {
        playback: clips.playback_config(),
        ..CharacterConfig::default()
    };
    let mut character = Character::new(&clips, config, start, Placement::default())?;
    for frame in 0..600 {
        // The stick points ahead for five seconds, then to the left.
        let input = Input {
            want: Want::Stick([[0.0, 0.95], [0.95, 0.0]][frame / 300]),
            filter: Some(&filter),
            ..Input::default()
        };
        let pose = character.update(1.0 / 60.0, &input, &mut OpenWorld)?;
        // A game draws the character from `pose.root`, `pose.hips_m` and `pose.rotations`.
        assert_eq!(pose.rotations.len(), clips.rig().joint_count());
        if let Step::Jump { to, why, .. } = character.step() {
            let clip = index.clips()[to.clip.number() as usize].name();
            println!("{frame}: {clip} from frame {}, {:?}", to.frame, why.trigger);
        }
    }
    let [x, _, z] = character.pose().root.position_m;
    println!("after 10 s it is {x:.1} m to the left and {z:.1} m ahead");
    Ok(())
}
