// Puts the events of `footwork export --to unity` on the clips of the exported FBX files, whenever Unity imports one.
//
// UNTESTED IN THE EDITOR: written from the documentation of ModelImporter, never run there. Try it on a copy of your project first.
//
// Copy the exported folder into Assets. This file must stay in a folder named Editor, and footwork_events.json at the top of the
// exported folder. The objects that play the clips need a component with these functions, which get the name of the tag or event
// as a string; an event with data has a line break and its JSON after the name:
//
//     void FootworkEvent(string text) { }
//     void FootworkTagStart(string text) { }
//     void FootworkTagStop(string text) { }
//
// Only events with these three functions are replaced. All other events on a clip stay.

using System;
using System.Collections.Generic;
using System.IO;
using UnityEditor;
using UnityEngine;

internal sealed class FootworkEvents : AssetPostprocessor
{
    private const string ListName = "footwork_events.json";

    private void OnPreprocessAnimation()
    {
        string list = FindList(Path.GetDirectoryName(assetPath));
        if (list == null)
        {
            return;
        }
        context.DependsOnSourceAsset(list);
        Library library = JsonUtility.FromJson<Library>(File.ReadAllText(list));
        if (library == null || library.version != 1 || library.clips == null)
        {
            context.LogImportError(list + " is not a list of events of version 1");
            return;
        }
        string folder = Path.GetDirectoryName(list).Replace('\\', '/') + "/";
        string file = assetPath.StartsWith(folder) ? assetPath.Substring(folder.Length) : assetPath;
        Clip found = Array.Find(library.clips, clip => clip.file == file);
        if (found == null)
        {
            return;
        }
        ModelImporter importer = (ModelImporter)assetImporter;
        ModelImporterClipAnimation[] clips = importer.clipAnimations;
        if (clips.Length == 0)
        {
            clips = importer.defaultClipAnimations;
        }
        foreach (ModelImporterClipAnimation clip in clips)
        {
            List<AnimationEvent> events = new List<AnimationEvent>();
            foreach (AnimationEvent existing in clip.events)
            {
                if (!IsOurs(existing.functionName))
                {
                    events.Add(existing);
                }
            }
            foreach (Event item in found.events)
            {
                events.Add(new AnimationEvent
                {
                    // The importer counts from 0 at the start of a clip to 1 at its end.
                    time = found.length_secs > 0 ? (float)(item.time_secs / found.length_secs) : 0f,
                    functionName = item.function,
                    stringParameter = string.IsNullOrEmpty(item.data) ? item.name : item.name + "\n" + item.data,
                    messageOptions = SendMessageOptions.DontRequireReceiver,
                });
            }
            clip.events = events.ToArray();
        }
        importer.clipAnimations = clips;
    }

    private static bool IsOurs(string function)
    {
        return function == "FootworkEvent" || function == "FootworkTagStart" || function == "FootworkTagStop";
    }

    // Returns the list in this folder or the nearest one above it.
    private static string FindList(string folder)
    {
        while (!string.IsNullOrEmpty(folder))
        {
            string list = folder.Replace('\\', '/') + "/" + ListName;
            if (File.Exists(list))
            {
                return list;
            }
            folder = Path.GetDirectoryName(folder);
        }
        return null;
    }

    [Serializable]
    private sealed class Library
    {
        public int version;
        public Clip[] clips;
    }

    [Serializable]
    private sealed class Clip
    {
        public string clip;
        public string file;
        public double length_secs;
        public Event[] events;
    }

    [Serializable]
    private sealed class Event
    {
        public double time_secs;
        public string function;
        public string name;
        public string data;
    }
}
