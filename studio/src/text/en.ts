// Every word on the screen, in English. Sentences are filled from the fields of reports.
import type { Arrow, EditName, Integrator, Law, Method, Quantity } from '../protocol';
import { count, power, quantity } from '../app/numbers';
import type { ScaleKind } from '../app/scale';
import { compare } from './en_compare';
import { take } from './en_take';
import type { Sentence } from './parts';
import { plural } from './plural';

const verbs: Record<string, string> = {
  fix: 'fix', free: 'free', move: 'move', addNode: 'add', addSpring: 'add', deleteNodes: 'delete', deleteSprings: 'cut',
  splitSpring: 'split', weld: 'join', load: 'load', springValues: 'change', nodeValues: 'change', parameters: 'set',
  gravity: 'set gravity', drag: 'set drag', wind: 'set wind', title: 'rename', simulation: 'change the simulation',
  equilibrium: 'change the solver', addProbe: 'add a probe', deleteProbe: 'remove a probe', addObstacle: 'add an obstacle',
  obstacle: 'move an obstacle', deleteObstacle: 'delete an obstacle', keepShape: 'keep this shape',
  keepMasses: 'keep the masses', paste: 'paste', text: 'change the text', cut: 'cut', put: 'move', split: 'split',
  delete: 'delete', restore: 'restore', reset: 'reset', duplicate: 'duplicate', cutTape: 'the cut of the tape',
};

function editName(edit: EditName): string {
  const verb = verbs[edit.verb] ?? edit.verb;
  if (edit.names.length > 0) return `${verb} ${edit.names[0]}`;
  if (edit.nodeCount === 1) return `${verb} node ${edit.nodes[0]}`;
  if (edit.nodeCount > 1 && edit.springCount === 0) return `${verb} ${plural(edit.nodeCount, 'node', 'nodes')}`;
  if (edit.springCount === 1) return `${verb} spring ${edit.springs[0]}`;
  if (edit.springCount > 1) return `${verb} ${plural(edit.springCount, 'spring', 'springs')}`;
  return verb;
}

export const en = {
  lang: 'en',
  product: 'Tensio',
  untitled: 'Untitled',
  compare,
  take,
  write: { name: 'Write it yourself', command: 'Write your own force, block or step' },

  // ---- bar ----
  bar: {
    label: 'Scene',
    gallery: 'Open the gallery',
    saved: 'Saved in this browser',
    saving: 'Saving',
    notSaved: 'Not saved: this browser has no room for it',
    shared: 'A shared scene, not saved yet',
    lesson: 'A lesson; your own scene is kept',
    served: (name: string) => `From ${name}`,
    search: 'Search commands',
    undo: (edit: EditName | null) => (edit ? `Undo ${editName(edit)}` : 'Undo'),
    redo: (edit: EditName | null) => (edit ? `Redo ${editName(edit)}` : 'Redo'),
    nothingToUndo: 'nothing to undo',
    nothingToRedo: 'nothing to redo',
    projector: 'Projector',
    light: 'Light theme',
    dark: 'Dark theme',
    help: 'Help',
    share: 'Share',
    more: 'More',
  },

  tools: {
    label: 'Tools',
    hand: 'Hand', node: 'Node', spring: 'Spring', fix: 'Fix', load: 'Load', cut: 'Cut', measure: 'Measure', probe: 'Probe',
    about: {
      hand: 'Drag a node to pull it', node: 'Click to place a node', spring: 'Drag from node to node',
      fix: 'Click a node to fix or free it', load: 'Drag an arrow from a node', cut: 'Sweep across springs',
      measure: 'Drag between two points', probe: 'Click a node or a spring to record it',
    },
  },

  held: {
    label: 'Keys by touch', alt: 'Put', shift: 'Axis',
    about: { alt: 'As Alt: a drag puts a node somewhere else', shift: 'As Shift: a drag keeps to one axis, a tap adds to what is chosen' },
  },

  views: { label: 'View', top: 'Top', front: 'Front', side: 'Side', free: 'Free', fit: 'Fit the view' },

  stage: {
    label: 'Net',
    about: 'The net of nodes and springs. Press Enter to walk from node to node with the arrow keys, square brackets for '
      + 'the springs of a node, Shift and arrows to pull, Alt and arrows to move, Escape to leave.',
    node: (id: number, name: string) => (name ? `Node ${id}, ${name}` : `Node ${id}`),
    spring: (id: number) => `Spring ${id}`,
    fixed: 'fixed', free: 'free', partly: 'partly fixed',
    spoken: (what: string, facts: string[]) => [what, ...facts].join(', '),
    drop: 'Drop a scene or a mesh',
    spelled: (id: number) => `spring ${id}`,
    strain: (strain: number) => `strain ${power(strain)}`,
  },

  // ---- verdict ----
  verdict: {
    label: 'State',
    loading: [{ b: 'Loading the engine.' }] as Sentence,
    empty: ['Nothing here yet. Click to place a node, or open the gallery.'] as Sentence,
    noSprings: ['Now join nodes: press S and drag from node to node.'] as Sentence,
    editing: (force: string, node: number): Sentence =>
      [{ b: 'Not at rest:' }, ` the largest net force is ${force} at `, { node }, '.'],
    editingPlain: [{ b: 'Ready.' }, ' Play it, or find where it rests.'] as Sentence,
    solving: (iteration: number, residual: number): Sentence =>
      [{ b: 'Looking for rest:' }, ` iteration ${count(iteration)}, residual ${power(residual)}.`],
    stable: [{ b: 'At rest, and stable.' }] as Sentence,
    unstable: (modes: number | null): Sentence =>
      [{ b: 'At rest, but not stable.' }, modes ? ` It would leave in ${plural(modes, 'way', 'ways')}.` : ''],
    neutral: [{ b: 'At rest.' }, ' Some motion meets no resistance.'] as Sentence,
    rest: [{ b: 'At rest.' }] as Sentence,
    largestTension: (force: string, spring: number): Sentence =>
      [` The largest tension is ${force}, in `, { spring }, '.'],
    largestCompression: (force: string, spring: number): Sentence =>
      [` The largest compression is ${force}, in `, { spring }, '.'],
    moving: [{ b: 'Moving.' }] as Sentence,
    pull: (node: number, force: string): Sentence => [' You pull ', { node }, ` with ${force}.`],
    paused: (time: string): Sentence => [{ b: `Paused at ${time}.` }],
    recorded: (time: string): Sentence => [{ b: 'A recorded run,' }, ` at ${time}.`],
    livePull: (node: number, force: string): Sentence => [{ b: 'At rest' }, ' while you pull ', { node }, ` with ${force}.`],
    notConverged: (iterations: number): Sentence => [{ b: 'Not at rest' }, ` after ${plural(iterations, 'iteration', 'iterations')}.`],
    noEquilibrium: [{ b: 'There is no rest state.' }, ' Part of the net would move on for ever.'] as Sentence,
    interrupted: [{ b: 'Stopped.' }, ' This is the best shape found so far.'] as Sentence,
    mechanism: (number: number, nodes: readonly number[]): Sentence => {
      const parts: Sentence = [{ b: 'At rest, but something can move freely.' }, ` ${plural(number, 'mechanism', 'mechanisms')}`];
      if (nodes.length === 0) return [...parts, '.'];
      parts.push(': ');
      nodes.slice(0, 3).forEach((node, i, shown) => {
        if (i > 0) parts.push(i === shown.length - 1 ? ' and ' : ', ');
        parts.push({ node });
      });
      return [...parts, nodes.length === 1 ? ' moves most.' : ' move most.'];
    },
    blown: (time: string): Sentence => [{ b: `Blown up at ${time}.` }],
    blownStrain: (spring: number, strain: number): Sentence => [' ', { spring, first: true }, ` reached a strain of ${power(strain)}.`],
    blownNode: (node: number): Sentence => [' ', { node, first: true }, ' left every bound.'],
    blownOther: (reason: string): Sentence => [` ${reason}`],
    blownStep: (step: string, safe: string): Sentence => [` The step was ${step}: ${safe} would have worked.`],
    blownIntegrator: (name: string, safe: string): Sentence => [` ${name.charAt(0).toUpperCase()}${name.slice(1)} with ${safe} would have worked.`],
    stopped: (time: string): Sentence => [{ b: `Stopped at ${time}.` }, ' A step of the integrator found no solution.'],
    problem: (line: number, column: number, message: string): Sentence =>
      [line > 0 ? { b: `Line ${line}, column ${column}.` } : { b: 'This did not work.' }, ` ${message}`],
    problemFile: (file: string, line: number, column: number, message: string): Sentence =>
      [{ b: line > 0 ? `${file}, line ${line}, column ${column}.` : `${file}.` }, ` ${message}`],
    more: (n: number) => `and ${plural(n, 'more problem', 'more problems')}`,
    facts: {
      step: (step: string, share: number | null, stable: string) =>
        (share === null ? `step ${step}` : `step ${step}, ${share.toFixed(2)} of the stable ${stable}`),
      work: (ms: number) => `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms of work a frame`,
      iterations: (n: number) => plural(n, 'iteration', 'iterations'),
      residual: (r: number) => `residual ${power(r)}`,
      nothingSlack: 'nothing slack',
      slack: (n: number) => `${plural(n, 'spring', 'springs')} slack`,
      lowest: (value: string) => `lowest stiffness ${value}`,
      noUnits: 'no units',
      assumed: 'masses assumed',
      atFailure: (strain: number, time: string) => `at failure: strain ${power(strain)} at ${time}`,
      lastGood: (strain: number) => `last good state, shown: strain ${power(strain)}`,
      selfStress: (n: number) => plural(n, 'state of self-stress', 'states of self-stress'),
      seconds: (s: number) => (s < 1 ? `${Math.max(1, Math.round(s * 1000))} ms` : `${s.toFixed(1)} s`),
    },
    acts: {
      stop: 'Stop', useStep: (step: string) => `Use ${step}`, implicit: 'Go implicit', replay: 'Replay slowly',
      useNewton: 'Use Newton', useLbfgs: 'Try L-BFGS', show: 'Show it move', fix: (node: number) => `Fix node ${node}`, openText: 'Open the text',
      close: 'Close', gallery: 'Open the gallery', continue: 'Go on', slackShow: 'Show slack springs', play: 'Play it',
    },
  },

  legend: {
    label: 'Colours',
    menu: 'Choose what colours the springs',
    springs: (n: number, kind: ScaleKind) => `${plural(n, 'spring', 'springs')}${{ linear: '', log: ', log scale', set: ', by set' }[kind]}`,
    kinds: { linear: 'Linear scale', log: 'Logarithmic scale', set: 'A scale for each set' } satisfies Record<ScaleKind, string>,
    oneSet: 'there is only one set', ownEnd: '100\u00a0%',
    beyond: (n: number) => `${plural(n, 'spring', 'springs')} beyond the scale`,
    ends: {
      tension: ['compression', 'tension'], force_density: ['compression', 'tension'], strain: ['shorter', 'longer'],
      energy: ['', ''], utilisation: ['', ''],
    } as Record<Quantity, [string, string]>,
    auto: 'Scale from the values',
    histogram: 'Histogram of the springs; drag to change the end of the scale',
  },

  quantity: {
    tension: 'Tension', force_density: 'Force density', strain: 'Strain', energy: 'Energy', utilisation: 'Utilisation',
  } satisfies Record<Quantity, string>,
  noStrength: 'no spring has a strength',

  arrows: { velocity: 'Velocity', net_force: 'Net force', reaction: 'Reactions', none: 'No arrows' } satisfies Record<Arrow | 'none', string>,

  // ---- inspector ----
  inspector: {
    label: 'Inspector',
    close: 'Choose nothing',
    spring: (id: number) => `Spring ${id}`,
    node: (id: number) => `Node ${id}`,
    to: ' to ',
    tension: 'Tension',
    tensionSign: 'tension', compressionSign: 'compression', slackSign: 'slack', brokenSign: 'broken',
    length: 'Length', strain: 'Strain', energy: 'Energy', forceDensity: 'Force density', utilisation: 'Utilisation',
    properties: 'Properties',
    asInSet: (name: string) => (name ? `as in set “${name}”` : 'as in its set'),
    ownValues: 'its own',
    fromMaterial: (name: string) => `as in material “${name}”`,
    law: 'Law', stiffness: 'Stiffness', restLength: 'Rest length', pretension: 'Pretension', damping: 'Damping',
    yieldAt: 'Yields at', breakAt: 'Breaks at', never: 'never',
    scope: { springs: 'Change this spring', sets: 'Change its whole set', label: 'What a typed value changes', changesSet: 'changes the whole set' },
    limits: 'Limits',
    scopeMany: { springs: 'These springs', sets: 'Their sets' },
    block: 'Block of the stiffness matrix',
    along: 'Along', across: 'Across',
    equation: 'Law with numbers',
    update: 'Update of the integrator',
    name: 'Name', position: 'Position', velocity: 'Velocity', mass: 'Mass', fixed: 'Fixed', load: 'Load',
    assumed: 'assumed', forces: 'Forces on the node', sum: 'sum', reaction: 'reaction', weight: 'weight', support: 'support', loadRow: 'load',
    moreForces: (n: number) => `and ${count(n)} more`,
    several: (nodes: number, springs: number) =>
      [nodes > 0 ? plural(nodes, 'node', 'nodes') : '', springs > 0 ? plural(springs, 'spring', 'springs') : ''].filter(Boolean).join(', '),
    severalTitle: 'Several',
    mixed: 'mixed',
    fixAll: 'Fix', freeAll: 'Free', cutAll: 'Cut', deleteAll: 'Delete', probe: 'Probe',
    sceneTitle: 'Scene', title: 'Title', description: 'Description', noUnits: 'This scene names no units: numbers are bare.',
    size: (nodes: number, springs: number) => `${plural(nodes, 'node', 'nodes')}, ${plural(springs, 'spring', 'springs')}`,
    scene: 'Scene', allSettings: 'all settings ›',
    gravity: 'Gravity', drag: 'Drag', wind: 'Wind', timeStep: 'Time step', integrator: 'Integrator', method: 'Rest by', solvers: 'Solvers', accuracy: 'Accuracy',
    windAxis: (axis: string) => `Wind along ${axis}`,
    accuracies: { full: 'full', preview: 'preview' },
    stableUpTo: (step: string, name: string) => `Stable up to ${step} with ${name}`,
    alwaysStable: (name: string) => `${name} is stable at any step`,
    stepUnknown: 'The stable step is computed when the net moves',
    autoStep: 'auto',
    obstacle: (id: number, name: string) => (name ? `Obstacle “${name}”` : `Obstacle ${id}`),
    centre: 'Centre', radius: 'Radius', boxSize: 'Size', friction: 'Friction', restitution: 'Restitution', normal: 'Normal', point: 'Point',
    obstacles: { plane: 'Plane', sphere: 'Sphere', box: 'Box', capsule: 'Capsule' },
    refuse: {
      number: 'Write a number, a number with a unit, or a formula such as =2*k.',
      unit: (unit: string) => (unit ? `Use ${unit}, with a prefix if you like.` : 'This number has no unit.'),
      formula: 'Not a formula: + − * / ^, parentheses and the names of parameters.',
    },
    remarks: 'Remarks', warnings: 'Warnings',
    keepMasses: 'Keep them',
    assumedMasses: (n: number) => `${plural(n, 'node has', 'nodes have')} no mass in the scene. For motion masses are assumed, without weight.`,
    sets: 'Spring sets', none: 'none',
  },

  integrators: {
    auto: 'automatic', explicit_euler: 'explicit Euler', symplectic_euler: 'symplectic Euler', velocity_verlet: 'velocity Verlet',
    rk4: 'Runge–Kutta 4', rk45: 'Runge–Kutta 4(5)', linearly_implicit_euler: 'linearly implicit Euler', implicit_euler: 'implicit Euler',
    implicit_midpoint: 'implicit midpoint', bdf2: 'BDF2',
  } satisfies Record<Integrator, string>,

  methods: {
    newton: 'Newton', linear: 'first-order theory', plain_newton: 'plain Newton', per_node_newton: 'Newton by node',
    fire: 'FIRE', lbfgs: 'L-BFGS',
  } satisfies Record<Method, string>,

  laws: {
    linear: 'linear', cable: 'cable', strut: 'strut', force_density: 'force density', constant_tension: 'constant tension',
    polynomial: 'polynomial', table: 'table', custom: 'custom',
  } satisfies Record<Law, string>,

  // ---- deck ----
  deck: {
    label: 'Time and graphs',
    play: 'Play', pause: 'Pause', first: 'Back to the start', back: 'One step back', forward: 'One step', speed: 'Speed',
    time: 'Time', live: 'Live', liveAbout: 'Rest follows every change', findRest: 'Find rest', stop: 'Stop',
    slow: (part: number, of: string) => `×${part.toFixed(part < 0.1 ? 2 : 1)} of ${of}`,
    tabs: { energy: 'Energy', probes: 'Probes', phase: 'Phase', modes: 'Modes', residual: 'Residual', matrix: 'Matrix', eigenvalues: 'Eigenvalues', table: 'Table', spring: 'Chosen', scene: 'Scene' },
    tabsLabel: 'Graphs',
    grip: 'Change the height of the sheet',
    noNodes: 'the scene has no nodes',
    solving: 'the solver is running',
    atStart: 'this is the start',
    recording: 'a recorded run can only be played',
  },

  graphs: {
    label: 'Graph',
    time: 'Time bar: drag to any moment',
    total: 'total', kinetic: 'kinetic', gravity: 'gravity', elastic: 'elastic', dissipated: 'dissipated', load: 'loads', contact: 'contact',
    work: 'work by you', workOther: 'work', drift: 'drift of total − work',
    stack: 'Stack', lines: 'Lines', magnify: 'Drift',
    noMotion: 'Play the scene: its energies are drawn here.',
    noProbes: 'No probes yet. Press P and click a node or a spring, or choose one and press P.',
    noPhase: 'Choose a node, or probe one: its motion is drawn here, velocity over position.',
    phase: 'Phase', nodeName: (id: number) => `node ${id}`,
    noModes: 'Frequencies of small motions about the shape shown.',
    computeModes: 'Compute modes', againModes: 'Compute again',
    mode: 'Mode', frequency: 'Frequency', kind: 'Kind', shape: 'Stiffness', swing: 'Show', swinging: 'Stop',
    kinds: { elastic: 'elastic', rigid: 'whole body', zero: 'no resistance', unstable: 'unstable' },
    modesOf: (n: number, unknowns: number) => `${count(n)} of ${count(unknowns)} modes`,
    assumed: 'Masses are assumed: frequencies say nothing about a real net.',
    residual: 'Residual', byIteration: 'by iteration, log scale', tolerance: 'tolerance',
    noResidual: 'Find rest: the residual of each iteration is drawn here.',
    method: 'Solver', solveWith: (method: string) => `Solve with ${method}`,
    nodes: 'Nodes', springs: 'Springs', node: 'Node', spring: 'Spring', ends: 'Ends', set: 'Set', support: 'Support',
    more: (n: number) => `and ${count(n)} more`,
    removeProbe: 'Remove', probesMenu: 'Probes',
    overTime: 'Over time', overParameter: 'Over a parameter (sweep)', overOther: (y: string, x: string) => `${y} over ${x}`, noParameter: 'the scene has no parameters',
    noSweep: 'Switch on Live and move a slider: each rest state leaves a dot here.', noParameters: 'The scene has no parameters to sweep.',
    noPair: 'Play the scene: one probe is drawn over the other.', largestTension: 'largest tension',
    noProbeYet: 'there is no probe yet',
    take: 'Take the graph', copyPicture: 'Copy the picture', saveSvg: 'Save as SVG', saveCsv: 'Save the numbers as CSV',
    notDrawn: 'this is a list', noNumbers: 'these have no table', everything: 'Show all of it', doubleClick: 'double click',
    asNumbered: 'As numbered', ordered: 'Ordered', minimumDegree: 'by minimum degree',
    fillIn: (n: number) => [`${count(n)} more`, 'in the factor'],
    stiffness: 'Stiffness', blocks: (n: number) => `${count(n)}² blocks`, filled: (percent: string) => `${percent} filled`,
  },

  // ---- overlays ----
  gallery: {
    title: 'Gallery', lesson: 'Lesson',
    empty2: 'Empty, in the plane', empty3: 'Empty, in space', open: 'Open a file', continue: 'Go on with yours', opening: 'The opening scene',
    emptyLine: 'Place nodes and join them', openLine: 'A scene, a mesh, or any format the engine reads', continueLine: 'As this browser saved it',
    openingLine: 'A sail between two masts', begin: 'Begin here',
    size: (nodes: number, springs: number, dimension: number) => `${plural(nodes, 'node', 'nodes')}, ${plural(springs, 'spring', 'springs')}, ${dimension}D`,
    groups: { Begin: 'Begin', Build: 'Build', Move: 'Move', Break: 'Break', Wonder: 'Wonder' } as Record<string, string>,
    close: 'Close',
  },
  palette: { label: 'Commands', field: 'What would you like to do?', none: 'No command has this name.' },
  text: { title: 'Text of the scene', apply: 'Apply', close: 'Close', label: 'Scene as JSON' },
  embed: { open: 'Open in Tensio', wake: 'Click to wake the net' },
  sharedStrip: 'A shared scene. Your own is kept.',
  backToMine: 'Back to mine',
  resetShared: 'Reset',
  resetSharedAbout: 'Back to the scene as it was shared',
  keepThis: 'Keep this one',
  badLink: 'This link holds no scene that can be read.',
  servedEnded: 'The program has ended; the page goes on with what it has.',

  hints: {
    pull: 'Pull the net.', free: 'Double click a node to free it.', rest: 'R finds where it rests.',
    pullTouch: 'Pull the net with a finger.', freeTouch: 'Press a node long for more.', restTouch: '“Find rest” shows where it rests.',
    close: 'Close the hint',
  },

  menu: {
    fix: 'Fix', free: 'Free', load: 'Load', unload: 'Remove the load', probe: 'Probe', delete: 'Delete', cut: 'Cut', split: 'Split by a node', law: 'Law',
    node: 'Place a node here', grid: 'Grid', paste: 'Paste', fit: 'Fit the view', copy: 'Copy', duplicate: 'Duplicate', all: 'Choose everything',
    chosen: 'What is chosen', chooseSet: 'Choose its set', sphere: 'Place a sphere here', show: 'Arrows',
  },

  groups: { time: 'Time', rest: 'Rest', edit: 'Edit', view: 'View', tools: 'Tools', file: 'File', show: 'Show' } as Record<string, string>,
  commands: {
    play: 'Play or pause', step: 'One step', back: 'One step back', frame: 'Ten steps', frameBack: 'Ten steps back', home: 'Back to the start',
    faster: 'Faster', slower: 'Slower', rest: 'Find rest', live: 'Live: rest follows every change', replay: 'Replay the last steps slowly',
    undo: 'Undo', redo: 'Redo', delete: 'Delete what is chosen', fixChosen: 'Fix or free what is chosen', copy: 'Copy', paste: 'Paste', duplicate: 'Duplicate',
    all: 'Choose everything', keepShape: 'Keep this shape', keepMasses: 'Keep the assumed masses', reset: 'Reset to the file', fit: 'Fit the view',
    top: 'View from the top', front: 'View from the front', side: 'View from the side', free: 'Free view',
    inspector: 'Show or hide the inspector', deck: 'Show or hide the deck', theme: 'Light or dark', projector: 'Projector',
    colour: 'Next colour', gallery: 'Gallery', palette: 'Commands', help: 'Help', share: 'Share', save: 'Save the scene', open: 'Open a file',
    text: 'Text of the scene', grid: 'Show or hide the grid', equations: 'Equations with numbers', arrows: 'Next arrows', picture: 'Save a picture', film: 'Record a film, or stop and save it', mesh: 'Save as a mesh',
    modes: 'Compute modes', table: 'Table of nodes and springs', matrix: 'Matrix before and after ordering', eigenvalues: 'Eigenvalues of a step', newPlane: 'Empty scene in the plane', newSpace: 'Empty scene in space', escape: 'Back to the hand',
    solve: (method: string) => `Find rest with ${method}`, integrate: (name: string) => `Integrate with ${name}`, colourBy: (name: string) => `Colour by ${name}`,
    tool: (name: string) => `Tool: ${name}`, openExample: (title: string) => `Open “${title}”`, arrowsOf: (name: string) => `Arrows: ${name}`,
  },
  reasons: {
    nothingChosen: 'nothing is chosen', noScene: 'no scene is open', notBlown: 'nothing has blown up', noClipboard: 'nothing was copied', noSource: 'there is no file',
    noMasses: 'no masses are assumed', noFilm: 'this browser records no films',
  },
  measured: (length: string) => length,
  noWebGl: 'This browser shows no WebGL 2, which the picture needs.',
  noEngine: (reason: string) => `The engine did not start: ${reason}`,
  said: { copied: 'Copied.', saved: 'Saved.', probe: 'Probe added: see the tab Probes.', kept: 'This shape is the drawn one now.', linkCopied: 'Link copied.' },
  net: (value: number, unit: string) => quantity(value, unit),
};

export type Language = typeof en;
