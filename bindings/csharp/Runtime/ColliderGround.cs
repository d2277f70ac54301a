// Unity's colliders as the world around a character. Outside Unity this file is empty.
#if UNITY_2021_2_OR_NEWER
using UnityEngine;

namespace Footwork
{
    // Casts have no side effects, because an update tests many predicted steps before the character makes one.
    internal sealed class ColliderGround
    {
        // The distance kept from walls.
        private const float SkinM = 0.01f;
        // A step slides along at most this many walls.
        private const int MaxWalls = 3;
        // The height above a foot at which the search for ground begins, and its length.
        private const float AboveM = 0.5f, DownM = 1.5f;
        // The upward part of the normal of the steepest ground to stand on: 50 degrees.
        private const float MinUp = 0.64f;

        private readonly FootworkCharacter of;

        internal ColliderGround(FootworkCharacter of)
        {
            this.of = of;
        }

        // The part of a step that the capsule can make, along walls. It starts above steps that it can climb.
        internal Double2 Reach(Double3 from, Double2 step)
        {
            Vector3 at = InUnity(from), way = new Vector3((float)-step.X, 0, (float)step.Y), made = Vector3.zero;
            Vector3 low = at + Vector3.up * (of.stepHeightM + of.radiusM), high = at + Vector3.up * (of.heightM - of.radiusM);
            for (int walls = 0; walls < MaxWalls && way.sqrMagnitude > 0; walls++)
            {
                float length = way.magnitude;
                Vector3 along = way / length;
                RaycastHit hit;
                bool isFree = !UnityEngine.Physics.CapsuleCast(
                    low + made, high + made, of.radiusM, along, out hit, length + SkinM, of.layers, QueryTriggerInteraction.Ignore);
                if (isFree || hit.normal.y > MinUp)
                {
                    made += way;
                    break;
                }
                float free = Mathf.Clamp(hit.distance - SkinM, 0, length);
                made += along * free;
                Vector3 wall = new Vector3(hit.normal.x, 0, hit.normal.z).normalized, rest = along * (length - free);
                Vector3 next = rest - wall * Vector3.Dot(rest, wall);
                // In a corner, sliding along one wall leads back into the other.
                way = Vector3.Dot(next, new Vector3((float)-step.X, 0, (float)step.Y)) > 0 ? next : Vector3.zero;
            }
            return new Double2(-made.x, made.z);
        }

        internal Ground? Under(Double3 at)
        {
            RaycastHit hit;
            Vector3 from = InUnity(at) + Vector3.up * AboveM;
            if (!UnityEngine.Physics.Raycast(from, Vector3.down, out hit, DownM, of.layers, QueryTriggerInteraction.Ignore))
            {
                return null;
            }
            Vector3 normal = FootworkCharacter.Mirrored(hit.normal);
            Ground ground = default(Ground);
            ground.HeightM = hit.point.y;
            ground.Normal = new Float3(normal.x, normal.y, normal.z);
            return ground;
        }

        private static Vector3 InUnity(Double3 at)
        {
            return FootworkCharacter.Mirrored(new Vector3((float)at.X, (float)at.Y, (float)at.Z));
        }
    }
}
#endif
