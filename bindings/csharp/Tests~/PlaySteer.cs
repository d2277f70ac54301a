// Steers the component of a model against a wall and away, and compares its bones with the pose of its character.
using System;
using System.IO;
using Footwork;
using UnityEngine;

internal static class PlaySteer
{
    private static TextAsset poses, tags;
    private static Repertoire repertoire;

    private static int Main(string[] arguments)
    {
        poses = new TextAsset { bytes = File.ReadAllBytes(arguments[0]) };
        tags = new TextAsset { bytes = File.ReadAllBytes(arguments[1]) };
        repertoire = new Repertoire(poses.bytes);
        Follow();
        Scaled();
        Mistakes();
        return 0;
    }

    // A component whose model has the bones of the clips, perhaps below a scaled and turned object.
    private static FootworkCharacter Model(Transform between = null, string without = null)
    {
        FootworkCharacter made = new FootworkCharacter { poses = poses, tags = tags, query = "Gait & !Kick", enabled = true };
        Transform above = made.transform;
        if (between != null)
        {
            above = new Transform("Armature", above) { localPosition = between.localPosition, localRotation = between.localRotation, localScale = between.localScale };
        }
        Transform[] bones = new Transform[repertoire.Info.Joints];
        for (uint joint = 0; joint < bones.Length; joint++)
        {
            string name = repertoire.JointName(joint);
            Transform parent = joint == 0 ? above : bones[repertoire.Joint(joint).Parent];
            bones[joint] = new Transform(name == without ? "Other" : name, parent);
        }
        return made;
    }

    private static Transform Find(Transform below, string name)
    {
        Transform found = below.name == name ? below : null;
        for (int child = 0; child < below.childCount && found == null; child++)
        {
            found = Find(below.GetChild(child), name);
        }
        return found;
    }

    private static void Follow()
    {
        FootworkCharacter component = Model();
        Steer steer = new Steer { character = component };
        Messages.Of(component, "Start")();
        Action steered = Messages.Of(steer, "Update"), updated = Messages.Of(component, "Update");
        Character character = component.Character;
        float[] pose = new float[7 * repertoire.Info.Joints];
        double apart = 0;
        long before = 0, garbage = 0;
        for (int frame = 0; frame < 400; frame++)
        {
            float side = frame < 240 ? 0.3f : 0.6f, ahead = frame < 240 ? 1 : -0.8f;
            UnityEngine.Input.Axes["Horizontal"] = side;
            UnityEngine.Input.Axes["Vertical"] = ahead;
            steered();
            before = GC.GetAllocatedBytesForCurrentThread();
            updated();
            garbage += frame < 200 ? 0 : GC.GetAllocatedBytesForCurrentThread() - before;
            character.Pose(ReadOnlySpan<byte>.Empty, pose);
            if (frame == 239)
            {
                Vector3 at = component.transform.position;
                Console.WriteLine("wall " + (at.z > 3.3 && at.z < 3.7) + ", right " + (at.x > 0.5));
                float footX = component.transform.InverseTransformPoint(Find(component.transform, "LeftUpLeg").position).x;
                float otherX = component.transform.InverseTransformPoint(Find(component.transform, "RightUpLeg").position).x;
                Console.WriteLine("left is left " + (footX < otherX));
            }
            apart = Math.Max(apart, Apart(component.transform, character.Root, pose));
        }
        Console.WriteLine("away " + (component.transform.position.z < 3) + ", step " + (component.Step.Pose.Frame < 1000));
        Console.WriteLine("together " + (apart < 1e-5) + (apart < 1e-5 ? "" : " " + apart));
        Console.WriteLine("garbage " + garbage);
        component.Teleport(new Vector3(5, 0, 1), new Quaternion(0, 1, 0, 0));
        Vector3 there = component.transform.position;
        Vector3 facing = component.transform.rotation * Vector3.forward;
        Console.WriteLine("teleported " + (there.x == 5 && there.z == 1 && facing.z < -0.999f));
        Messages.Of(component, "OnDestroy")();
    }

    // The largest distance between a joint in the scene and the same joint in Footwork's space, mirrored.
    private static double Apart(Transform shown, Placement root, float[] pose)
    {
        int joints = pose.Length / 7;
        Vector3[] at = new Vector3[joints];
        Quaternion[] turns = new Quaternion[joints];
        double apart = 0;
        for (uint joint = 0; joint < joints; joint++)
        {
            uint n = 7 * joint, parent = repertoire.Joint(joint).Parent;
            float half = (float)root.HeadingRad / 2;
            Vector3 above = joint == 0 ? new Vector3((float)root.PositionM.X, (float)root.PositionM.Y, (float)root.PositionM.Z) : at[parent];
            Quaternion turn = joint == 0 ? new Quaternion(0, Mathf.Sin(half), 0, Mathf.Cos(half)) : turns[parent];
            at[joint] = above + turn * new Vector3(pose[n + 4], pose[n + 5], pose[n + 6]);
            turns[joint] = turn * new Quaternion(pose[n], pose[n + 1], pose[n + 2], pose[n + 3]);
            Vector3 found = Find(shown, repertoire.JointName(joint)).position;
            apart = Math.Max(apart, (found - new Vector3(-at[joint].x, at[joint].y, at[joint].z)).magnitude);
        }
        return apart;
    }

    // A moved, turned and scaled parent of the hips changes nothing in the scene.
    private static void Scaled()
    {
        Transform between = new Transform { localPosition = new Vector3(1, 2, 3), localRotation = new Quaternion(0.6f, 0, 0, 0.8f), localScale = new Vector3(100, 100, 100) };
        FootworkCharacter[] both = { Model(), Model(between) };
        foreach (FootworkCharacter it in both)
        {
            it.inFixedUpdate = true;
            Messages.Of(it, "Start")();
            it.Velocity = new Vector3(1, 0, 2);
            it.Facing = new Vector3(1, 0, 0);
            for (int frame = 0; frame < 120; frame++)
            {
                Messages.Of(it, "Update")();
                Messages.Of(it, "FixedUpdate")();
            }
        }
        double apart = 0;
        for (uint joint = 0; joint < repertoire.Info.Joints; joint++)
        {
            string name = repertoire.JointName(joint);
            apart = Math.Max(apart, (Find(both[0].transform, name).position - Find(both[1].transform, name).position).magnitude);
        }
        Vector3 facing = both[0].transform.rotation * Vector3.forward;
        Console.WriteLine("scaled " + (apart < 0.001) + ", facing " + (facing.x > 0.9f) + ", moved " + (both[1].transform.position.z > 1));
    }

    private static void Mistakes()
    {
        Fails(Model(without: "LeftFoot"));
        FootworkCharacter less = Model(without: "LeftHand");
        less.leftOut = new[] { "LeftHand", "LeftHand_end" };
        Messages.Of(less, "Start")();
        FootworkCharacter none = Model();
        none.poses = null;
        Fails(none);
        FootworkCharacter untagged = Model();
        untagged.tags = null;
        Fails(untagged);
        FootworkCharacter wrong = Model();
        wrong.query = "Gait.Rnu";
        Fails(wrong);
        wrong.query = "Gait.Run & Gait.Walk";
        Fails(wrong);
    }

    private static void Fails(FootworkCharacter component)
    {
        try
        {
            Messages.Of(component, "Start")();
            Console.WriteLine("no fault");
        }
        catch (Exception fault)
        {
            Console.WriteLine(fault.Message + (component.enabled ? " (enabled)" : ""));
        }
    }
}
