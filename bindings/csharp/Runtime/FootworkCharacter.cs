// A character on a model of a Unity scene. Outside Unity this file is empty.
#if UNITY_2021_2_OR_NEWER
using System;
using System.Collections.Generic;
using System.Runtime.CompilerServices;
using UnityEngine;

namespace Footwork
{
    /// <summary>
    /// Plays the clips of a pose file on a model: moves this object, and poses the bones below the model. A bone has
    /// the name of its joint, is a child of the bone of the parent joint, and has the same axes at rest as in the
    /// clips.
    /// </summary>
    [AddComponentMenu("Footwork/Footwork Character")]
    public sealed class FootworkCharacter : MonoBehaviour
    {
        /// <summary>The pose file of <c>footwork compile --poses</c>, renamed to end in <c>.bytes</c>.</summary>
        public TextAsset poses;
        /// <summary>The tag database, renamed to end in <c>.bytes</c>; needed for a query.</summary>
        public TextAsset tags;
        /// <summary>A query for the poses that the character may play; empty for all.</summary>
        public string query = "";
        /// <summary>The object above the bones. If not set, this object.</summary>
        public Transform model;
        /// <summary>The joints that other animations move, or that the model lacks.</summary>
        public string[] leftOut = new string[0];
        /// <summary>The capsule that stops at obstacles, from the ground up, and the highest step that it climbs.</summary>
        public float radiusM = 0.3f, heightM = 1.8f, stepHeightM = 0.3f;
        /// <summary>The layers of obstacles and ground. The model's own colliders must be in other layers.</summary>
        public LayerMask layers = UnityEngine.Physics.DefaultRaycastLayers;
        /// <summary>Whether the character advances in FixedUpdate instead of Update.</summary>
        public bool inFixedUpdate;

        // Files are opened once, however many characters play them.
        private static readonly ConditionalWeakTable<TextAsset, Repertoire> Repertoires = new ConditionalWeakTable<TextAsset, Repertoire>();

        private Repertoire repertoire;
        private Character character;
        private PoseFilter filter;
        private Transform[] bones;
        private byte[] mask;
        private float[] pose;
        // From the space of this object to that of the parent of the hips.
        private Quaternion turn;
        private Vector3 origin;
        private float scale;

        /// <summary>The wanted velocity, in m/s in the world. Set it in each frame; height is ignored.</summary>
        public Vector3 Velocity { get; set; }

        /// <summary>The direction to face, in the world; zero for the direction of movement.</summary>
        public Vector3 Facing { get; set; }

        /// <summary>
        /// Walls and ground: by default Unity's colliders. To use a world of Footwork instead, set it before Start; its
        /// coordinates are in Footwork's space.
        /// </summary>
        public Surroundings Surroundings { get; set; }

        /// <summary>What the last frame played.</summary>
        public Step Step { get; private set; }

        /// <summary>
        /// The underlying character, for calls that this component lacks. Its coordinates are in Footwork's space.
        /// </summary>
        public Character Character
        {
            get { return character; }
        }

        /// <summary>
        /// Converts a point or a vector from Unity's space to Footwork's, or back. Footwork's space is right-handed,
        /// and Unity's is left-handed. Both have the same up and ahead, so x is mirrored, and a character's left stays
        /// its left.
        /// </summary>
        public static Vector3 Mirrored(Vector3 from)
        {
            return new Vector3(-from.x, from.y, from.z);
        }

        /// <summary>Converts a rotation from Unity's space to Footwork's, or back.</summary>
        public static Quaternion Mirrored(Quaternion from)
        {
            return new Quaternion(from.x, -from.y, -from.z, from.w);
        }

        /// <summary>
        /// Changes the query for the poses that the character may play; empty for all. If this throws, the last query
        /// stays in effect.
        /// </summary>
        public void SetQuery(string text)
        {
            PoseFilter made = null;
            if (!string.IsNullOrEmpty(text))
            {
                Require(tags != null, "a query needs a tag database: set `tags`");
                using (Database database = new Database(tags.bytes))
                using (Query found = new Query(database, text))
                using (PoseIndex index = PoseIndex.FromRepertoire(repertoire))
                {
                    made = PoseFilter.ForLanding(index, found, Rules.Default().OverrunSecs);
                }
                if (made.Count == 0)
                {
                    made.Dispose();
                    Require(false, "the query `" + text + "` allows no pose");
                }
            }
            if (filter != null)
            {
                filter.Dispose();
            }
            filter = made;
            query = text;
        }

        /// <summary>
        /// Moves the character elsewhere. It keeps its pose and its speed, and its planted feet move with it.
        /// </summary>
        public void Teleport(Vector3 position, Quaternion rotation)
        {
            character.Teleport(PlacementOf(position, rotation));
            Show();
        }

        /// <summary>Advances by a time, and moves the object and its bones. Update or FixedUpdate calls it.</summary>
        public void Advance(double secs)
        {
            Stick stick = default(Stick);
            stick.VelocityMps = new Double2(-Velocity.x, Velocity.z);
            if (Facing.x != 0 || Facing.z != 0)
            {
                stick.HasHeading = 1;
                stick.HeadingRad = Math.Atan2(-Facing.x, Facing.z);
            }
            SearchOptions search = default(SearchOptions);
            search.Filter = filter;
            Step = character.Update(secs, stick, search, Surroundings);
            Show();
        }

        private void Start()
        {
            try
            {
                Require(poses != null, "there is no pose file: set `poses`");
                repertoire = Repertoires.GetValue(poses, asset => new Repertoire(asset.bytes));
                FindBones();
                SetQuery(query);
                character = new Character(repertoire, placement: PlacementOf(transform.position, transform.rotation));
            }
            catch (Exception)
            {
                // Unity logs the exception, but would still call Update afterwards.
                enabled = false;
                throw;
            }
            if (Surroundings == null)
            {
                ColliderGround colliders = new ColliderGround(this);
                Surroundings = new Surroundings { Reach = colliders.Reach, Ground = colliders.Under };
            }
        }

        private void Update()
        {
            if (!inFixedUpdate)
            {
                Advance(Time.deltaTime);
            }
        }

        private void FixedUpdate()
        {
            if (inFixedUpdate)
            {
                Advance(Time.fixedDeltaTime);
            }
        }

        private void OnDestroy()
        {
            foreach (IDisposable it in new IDisposable[] { character, filter })
            {
                if (it != null)
                {
                    it.Dispose();
                }
            }
        }

        private void FindBones()
        {
            Dictionary<string, Transform> named = new Dictionary<string, Transform>();
            AddNames(model != null ? model : transform, named);
            uint joints = repertoire.Info.Joints;
            bones = new Transform[joints];
            mask = new byte[joints];
            pose = new float[7 * joints];
            List<string> faults = new List<string>();
            for (uint joint = 0; joint < joints; joint++)
            {
                string name = repertoire.JointName(joint);
                uint parent = repertoire.Joint(joint).Parent;
                Transform bone, above = parent < joint ? bones[parent] : null;
                named.TryGetValue(name, out bone);
                bones[joint] = bone;
                mask[joint] = (byte)(Array.IndexOf(leftOut, name) < 0 ? 1 : 0);
                if (mask[joint] != 0 && bone == null)
                {
                    faults.Add("there is no bone `" + name + "`");
                }
                else if (mask[joint] != 0 && above != null && bone.parent != above)
                {
                    faults.Add("the bone `" + name + "` is not a child of `" + above.name + "`");
                }
            }
            Require(faults.Count == 0, string.Join("; ", faults) + "; list joints that the model lacks in `leftOut`");
            Transform space = bones[0] != null ? bones[0].parent : transform;
            scale = space.lossyScale.x / transform.lossyScale.x;
            turn = Quaternion.Inverse(Quaternion.Inverse(transform.rotation) * space.rotation);
            origin = transform.InverseTransformPoint(space.position);
        }

        // If several objects share a name, the first is used.
        private static void AddNames(Transform from, Dictionary<string, Transform> named)
        {
            if (!named.ContainsKey(from.name))
            {
                named.Add(from.name, from);
            }
            for (int child = 0; child < from.childCount; child++)
            {
                AddNames(from.GetChild(child), named);
            }
        }

        private void Show()
        {
            Placement root = character.Root;
            Double3 at = root.PositionM;
            float half = (float)(root.HeadingRad / 2);
            Quaternion heading = new Quaternion(0, Mathf.Sin(half), 0, Mathf.Cos(half));
            transform.SetPositionAndRotation(Mirrored(new Vector3((float)at.X, (float)at.Y, (float)at.Z)), Mirrored(heading));
            character.Pose(mask, pose);
            for (int joint = 0; joint < bones.Length; joint++)
            {
                if (mask[joint] == 0)
                {
                    continue;
                }
                int n = 7 * joint;
                Quaternion rotation = Mirrored(new Quaternion(pose[n], pose[n + 1], pose[n + 2], pose[n + 3]));
                Vector3 position = Mirrored(new Vector3(pose[n + 4], pose[n + 5], pose[n + 6]));
                bones[joint].localRotation = joint == 0 ? turn * rotation : rotation;
                bones[joint].localPosition = (joint == 0 ? turn * (position - origin) : position) / scale;
            }
        }

        private static Placement PlacementOf(Vector3 position, Quaternion rotation)
        {
            Vector3 at = Mirrored(position), ahead = Mirrored(rotation * Vector3.forward);
            Placement made = default(Placement);
            made.PositionM = new Double3(at.x, at.y, at.z);
            made.HeadingRad = Math.Atan2(ahead.x, ahead.z);
            return made;
        }

        private void Require(bool holds, string fault)
        {
            if (!holds)
            {
                throw new InvalidOperationException("FootworkCharacter of `" + name + "`: " + fault);
            }
        }
    }
}
#endif
