// Bodies that slide along meshes and volumes.
using System;
using System.Runtime.InteropServices;

namespace Footwork
{
    /// <summary>Triangles, which any number of obstacles share.</summary>
    public sealed unsafe class Mesh : FootworkObject
    {
        /// <summary>Of triangles, nine numbers each.</summary>
        public Mesh(ReadOnlySpan<double> triangles)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong made;
            fixed (double* from = &MemoryMarshal.GetReference(triangles))
            {
                Call.Check(Native.fw_mesh_from_triangles(from, (UIntPtr)triangles.Length, &made, &error), &error);
            }
            Own(made);
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_mesh_destroy(made, null);
        }
    }

    /// <summary>Obstacles, each with a number, never 0.</summary>
    public sealed unsafe class World : FootworkObject
    {
        /// <summary>Without obstacles.</summary>
        public World()
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong made;
            Call.Check(Native.fw_world_create(&made, &error), &error);
            Own(made);
        }

        /// <summary>Adds a mesh at a pose.</summary>
        public ulong Add(Mesh mesh, Pose pose, Label label)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong obstacle;
            Call.Check(Native.fw_world_add_mesh(Value, mesh.Value, &pose, &label, &obstacle, &error), &error, this, mesh);
            return obstacle;
        }

        /// <summary>Adds a mesh where it is, with tag 0 in every layer.</summary>
        public ulong Add(Mesh mesh)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong obstacle;
            Call.Check(Native.fw_world_add_mesh(Value, mesh.Value, null, null, &obstacle, &error), &error, this, mesh);
            return obstacle;
        }

        /// <summary>Adds a volume at a pose, with tag 0 in every layer.</summary>
        public ulong Add(Volume volume, Pose pose)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong obstacle;
            Call.Check(Native.fw_world_add_volume(Value, &volume, &pose, null, &obstacle, &error), &error, this);
            return obstacle;
        }

        /// <summary>Takes an obstacle out.</summary>
        public void Remove(ulong obstacle)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Call.Check(Native.fw_world_remove(Value, obstacle, &error), &error, this);
        }

        /// <summary>Starts a step: where obstacles are now is where they move from.</summary>
        public void BeginStep()
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Call.Check(Native.fw_world_begin_step(Value, &error), &error, this);
        }

        /// <summary>Moves an obstacle to a pose within this step.</summary>
        public void MoveTo(ulong obstacle, Pose pose)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Call.Check(Native.fw_world_move_to(Value, obstacle, &pose, &error), &error, this);
        }

        /// <summary>What a body would meet first on a straight way; its obstacle is 0 if nothing.</summary>
        public Hit Sweep(Body body, Double3 position, Double3 motion, uint layers = uint.MaxValue)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Hit hit;
            Status status = Native.fw_world_sweep(Value, &body, (double*)&position, (double*)&motion, layers, &hit, &error);
            Call.Check(status, &error, this);
            return hit;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_world_destroy(made, null);
        }
    }

    /// <summary>A body of one shape, which several characters of it may share.</summary>
    public sealed unsafe class Mover : FootworkObject
    {
        /// <summary>Of this shape.</summary>
        public Mover(Body body)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            ulong made;
            Call.Check(Native.fw_mover_create(&body, &made, &error), &error);
            Own(made);
        }

        /// <summary>How a body moves unless it is said otherwise.</summary>
        public static MoveConfig DefaultConfig()
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            MoveConfig config = default(MoveConfig);
            config.Size = (uint)sizeof(MoveConfig);
            Call.Check(Native.fw_move_config_default(&config, &error), &error);
            return config;
        }

        /// <summary>Moves it from a state, as far as the obstacles allow; contactCount is that of all contacts.</summary>
        public Move MoveBy(
            World world, ref MoverState state, Float3 displacement, ref MoveConfig config, Span<Contact> contacts, out int contactCount)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Move moved;
            UIntPtr count;
            fixed (MoverState* from = &state)
            fixed (MoveConfig* by = &config)
            fixed (Contact* to = &MemoryMarshal.GetReference(contacts))
            {
                Status status = Native.fw_mover_move_by(
                    Value, world.Value, from, (float*)&displacement, null, by, &moved, to, (UIntPtr)contacts.Length, &count, &error);
                Call.Check(status, &error, this, world);
            }
            contactCount = (int)count;
            return moved;
        }

        /// <summary>The same without the contacts.</summary>
        public Move MoveBy(World world, ref MoverState state, Float3 displacement, ref MoveConfig config)
        {
            fw_error error = default(fw_error);
            error.Size = Call.ErrorSize;
            Move moved;
            fixed (MoverState* from = &state)
            fixed (MoveConfig* by = &config)
            {
                Status status = Native.fw_mover_move_by(
                    Value, world.Value, from, (float*)&displacement, null, by, &moved, null, UIntPtr.Zero, null, &error);
                Call.Check(status, &error, this, world);
            }
            return moved;
        }

        internal override Status Destroy(ulong made)
        {
            return Native.fw_mover_destroy(made, null);
        }
    }
}
