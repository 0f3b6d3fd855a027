// The protocol between the page and the worker: every message, with its fields and units.
//
// The page sends requests, each with an id, and gets one reply for each; see EngineClient. Between
// them the worker sends events: frames, iterations, changes of its state. Nothing here is a
// sentence to be parsed: texts that the worker sends (reason, message) are there to be shown.
//
// Numbers are in the units of the scene (SceneInfo.units). Ids of nodes and springs count from 0, in
// the order of the scene. Positions are always x, y, z; z is 0 in the plane.

export * from './names';
export * from './errors';
export * from './scene';
export * from './motion';
export * from './reports';
export * from './edits';
export * from './messages';
