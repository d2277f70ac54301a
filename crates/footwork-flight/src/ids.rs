//! Ids as numbers, for the `serde` feature.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::ball::world::HitId;
use crate::control::situation::HumanId;
use crate::intercept::player::{PlayerId, TeamId};

macro_rules! as_numbers {
    ($($Id:ident)*) => {$(
        impl Serialize for $Id {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.number().serialize(serializer)
            }
        }

        impl<'de> Deserialize<'de> for $Id {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                u32::deserialize(deserializer).map(Self::new)
            }
        }
    )*};
}

as_numbers! { HitId PlayerId TeamId HumanId }
