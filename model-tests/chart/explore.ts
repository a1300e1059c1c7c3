import {
  type ActorLogic,
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyTransitionDefinition,
  createActor,
  fromCallback,
  getInitialMicrosteps,
  getNextTransitions,
  type InspectionEvent,
} from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { edgeIdOf } from '../../inspector/statechart/chart.ts';
import {
  type ChartModel,
  type Effect,
  type Opening,
  type Sample,
  type Step,
  statePathOf,
} from './chart-model.ts';

/** A way from an opening to a state, event by event; the first step is the opening itself. */
export type Path = { opening: Opening; steps: readonly Step[] };

/** Everything that was found out about a chart. */
export type Exploration = {
  /** Every step that was taken from every state, one for each state and sample. */
  steps: readonly Step[];
  /** The shortest way to the state before a step, then the step. */
  pathWith(step: Step): Path;
  /** A sentence for each state from which no way leads to a goal. */
  deadEnds: readonly string[];
  /** How many states there are that differ in what can happen next. */
  states: number;
  /** A sentence for each value that a guard reads and the model does not count as decisive there. */
  unforeseenReads: readonly string[];
};

/** Far more than any chart here needs: what grows beyond it would never end. */
const MOST_STEPS = 20_000;

type SampleEvent = Sample['event'] & { sample: Sample };

/**
 * Walks through a chart with all its samples, from every opening, and checks every single step on the way.
 *
 * XState's graph does the walking, shortest ways first, on the machine as it is shipped: the logic it is given only passes
 * through and takes notes. A step that breaks a promise goes to `onFault`, which throws it unless told otherwise.
 * Samples that a state does not accept are checked too: nothing may be promised for them.
 */
export function explore(model: ChartModel, onFault: (fault: Error) => void = fail): Exploration {
  const check = checkerOf(model, onFault);
  const observed = observe(model);
  const steps: Step[] = [];
  const key = keys(model);
  /** The step that led to a state first, which is the last one of the shortest way there. */
  const firstTo = new Map<string, Step>();
  const note = (step: Step) => {
    check(step);
    steps.push(step);
    const id = key(step.after);
    if (!firstTo.has(id)) firstTo.set(id, step);
    return step.after;
  };

  for (const opening of model.openings) {
    // What an earlier opening has led to need not be explored again.
    const known = new Set(firstTo.keys());
    const first = note(observed.start(opening));
    const logic: ActorLogic<AnyMachineSnapshot, SampleEvent> = {
      transition: (snapshot, { sample }) => note(observed.step(opening, snapshot, sample)),
      getInitialSnapshot: () => first,
      getPersistedSnapshot: (snapshot) => snapshot,
    };
    getAdjacencyMap(logic, {
      events: model.samples.map((sample) => ({ ...sample.event, sample })),
      serializeState: key,
      serializeEvent: ({ sample }) => sample.name,
      filterEvents: (snapshot, { sample }) => {
        if (!canHappen(snapshot, sample)) return false;
        if (observed.accepts(snapshot, sample)) return true;
        // A guard that says no is worth seeing, and the promise that nothing happens is kept too.
        const step = observed.declined(opening, snapshot, sample);
        check(step);
        if (step.guards.length > 0) steps.push(step);
        return false;
      },
      limit: MOST_STEPS,
      stopWhen: (snapshot) => known.has(key(snapshot)) || !model.isWorthExploring(snapshot),
    });
  }

  return {
    steps,
    deadEnds: deadEndsOf(model, steps, key),
    states: firstTo.size,
    unforeseenReads: [...observed.unforeseenReads],
    pathWith(step) {
      const way = [step];
      let first = step;
      while (first.before) {
        const earlier = firstTo.get(key(first.before));
        if (!earlier) throw new Error('A step starts in a state that no path leads to');
        way.unshift(earlier);
        first = earlier;
      }
      return { opening: first.opening, steps: way };
    },
  };
}

/** Judges a step; a broken promise comes with where it was broken. */
function checkerOf({ checkStep, files: { promises } }: ChartModel, onFault: (fault: Error) => void) {
  return (step: Step): void => {
    try {
      checkStep(step);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const where = step.before ? ` in ${statePathOf(step.before)}` : '';
      const taken = step.edges.join(', ') || 'no transition';
      error.message += `\nwhen: ${step.sample?.name ?? step.opening.name}${where}\ntaken: ${taken}\npromised in: ${promises}`;
      onFault(error);
    }
  };
}

/** Takes steps one by one, each checked; `next` gives null for what does not come about. */
export function stepperOf(model: ChartModel, onFault: (fault: Error) => void = fail) {
  const observed = observe(model);
  const check = checkerOf(model, onFault);
  const checked = (step: Step): Step => {
    check(step);
    return step;
  };
  return {
    start: (opening: Opening): Step => checked(observed.start(opening)),
    next({ opening, after }: Step, sample: Sample): Step | null {
      if (!canHappen(after, sample)) return null;
      const take = observed.accepts(after, sample) ? observed.step : observed.declined;
      return checked(take(opening, after, sample));
    },
  };
}

/** The path of the samples with these names; throws where there is none. Its steps are checked by whoever explores. */
export function pathAlong(model: ChartModel, opening: Opening, names: readonly string[]): Path {
  const observed = observe(model);
  let last = observed.start(opening);
  const steps = [last];
  for (const name of names) {
    const sample = model.samples.find((each) => each.name === name);
    const take = sample && observed.accepts(last.after, sample) ? observed.step : observed.declined;
    const step = sample && take(opening, last.after, sample);
    if (!step || step.edges.length + step.guards.length === 0)
      throw new Error(`No path goes on with ${name}`);
    steps.push(step);
    last = step;
  }
  return { opening, steps };
}

/**
 * Walks a chart along paths of another one and checks every step on the way, those with which several begin once;
 * throws at the first fault. What it finds, {@link explore} would find too, long after: it goes no way that exploring
 * would not go.
 */
export function walkerOf(model: ChartModel): (path: Path) => void {
  const { start, next } = stepperOf(model);
  const starts = new Map<Opening, Step>();
  const followers = new Map<Step, Map<Sample, Step>>();
  return ({ opening, steps }) => {
    let last = starts.get(opening) ?? start(opening);
    starts.set(opening, last);
    for (const { sample } of steps) {
      if (!sample) continue;
      if (!model.isWorthExploring(last.after)) break;
      const known = followers.get(last) ?? new Map<Sample, Step>();
      const step = known.get(sample) ?? next(last, sample);
      if (!step) throw new Error(`${sample.name} does not come about`);
      followers.set(last, known.set(sample, step));
      last = step;
    }
  };
}

function fail(fault: Error): never {
  throw fault;
}

function deadEndsOf(model: ChartModel, steps: readonly Step[], keyOf: ReturnType<typeof keys>): string[] {
  const waysTo = new Map<string, Set<string>>();
  const open: string[] = [];
  const explored = new Map<string, string>();
  for (const { before, after } of steps) {
    const to = keyOf(after);
    if (before) {
      const from = keyOf(before);
      explored.set(from, statePathOf(before));
      waysTo.set(to, (waysTo.get(to) ?? new Set()).add(from));
    }
    if (model.isGoal(statePathOf(after))) open.push(to);
  }
  const good = new Set<string>();
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    if (good.has(key)) continue;
    good.add(key);
    open.push(...(waysTo.get(key) ?? []));
  }
  // What was not explored further has no ways of its own to judge by.
  const stuck = new Set([...explored].filter(([key]) => !good.has(key)).map(([, state]) => state));
  const { chart, promises } = model.files;
  return [...stuck].map(
    (state) =>
      `${state} leads to no good end: write a way on in ${chart}, and what it leads to in ${promises}`,
  );
}

/**
 * Names for snapshots: where equal, the same things can happen next. A history counts only in states that lie beside
 * what it remembers.
 */
function keys(model: ChartModel): (snapshot: AnyMachineSnapshot) => string {
  const known = new WeakMap<AnyMachineSnapshot, string>();
  return (snapshot) => {
    const before = known.get(snapshot);
    if (before !== undefined) return before;
    const state = statePathOf(snapshot);
    const remembered = Object.entries(snapshot.historyValue)
      .filter(([id]) => leadsTo(snapshot, id))
      .map(([, nodes]) => nodes.map(({ id }) => id));
    const decisive = Object.entries(snapshot.context).filter(([name]) => model.isDecisive(state, name));
    const key = JSON.stringify([state, remembered, decisive, model.noted?.(snapshot)]);
    known.set(snapshot, key);
    return key;
  };
}

function leadsTo(snapshot: AnyMachineSnapshot, id: string): boolean {
  return getNextTransitions(snapshot).some(({ target }) => target?.some((node) => node.id === id));
}

/** Only what can really happen in a state: an actor that runs may settle, a timer that was set may ring. */
function canHappen(snapshot: AnyMachineSnapshot, { event }: Sample): boolean {
  const settled = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(event.type)?.[1];
  if (settled !== undefined) return snapshot.children[settled] !== undefined;
  if (event.type.startsWith('xstate.after.')) {
    return getNextTransitions(snapshot).some(({ eventType }) => eventType === event.type);
  }
  return true;
}

/** Steps through a machine without running anything, and notes transitions, guards and effects. */
function observe({ machine, isDecisive }: ChartModel) {
  const unforeseenReads = new Set<string>();
  let effects: Effect[] = [];
  let microsteps: { snapshot: AnyMachineSnapshot; transitions: readonly AnyTransitionDefinition[] }[] = [];

  const inspect = (event: InspectionEvent) => {
    if (event.type !== '@xstate.microstep') return;
    // The inspection type covers every kind of actor; a microstep is only ever a machine's.
    const snapshot = event.snapshot as AnyMachineSnapshot;
    microsteps.push({ snapshot, transitions: event._transitions });
  };
  // Child charts tell their parent things, so there has to be one.
  const parent = createActor(
    fromCallback(() => {}),
    { inspect },
  );

  const scopeFor = (input: unknown): AnyActorScope => {
    const self = createActor(machine, { input, parent, id: machine.id });
    return {
      self,
      id: machine.id,
      sessionId: self.sessionId,
      system: parent.system,
      logger: () => {},
      defer: () => {},
      stopChild: () => {},
      emit: () => {},
      actionExecutor: (action) => effects.push(...effectsOf(action)),
    };
  };
  const scopes = new Map<Opening, AnyActorScope>();
  const scopeOf = (opening: Opening) => {
    const scope = scopes.get(opening) ?? scopeFor(opening.input);
    scopes.set(opening, scope);
    return scope;
  };

  const record = (
    opening: Opening,
    before: AnyMachineSnapshot | null,
    sample: Sample | null,
    run: (scope: AnyActorScope) => AnyMachineSnapshot,
  ): Step => {
    const scope = scopeOf(opening);
    effects = [];
    // XState does not report the entry into the initial state, where the first `always` is asked.
    microsteps = before ? [] : [{ snapshot: firstEntered(machine, opening), transitions: [] }];
    const reached = run(scope);
    // What the tests note of a step must not be taken for what they noted before it.
    const after = reached === before ? { ...reached } : reached;
    return {
      opening,
      before,
      sample,
      after,
      effects,
      edges: microsteps.flatMap(({ transitions }) => transitions.flatMap((taken) => edgeIdOf(taken) ?? [])),
      guards: guardsAsked(before, sample, microsteps),
    };
  };

  return {
    unforeseenReads,
    start: (opening: Opening) =>
      record(opening, null, null, (scope) => machine.getInitialSnapshot(scope, opening.input)),
    step: (opening: Opening, before: AnyMachineSnapshot, sample: Sample) =>
      record(opening, before, sample, (scope) => machine.transition(before, sample.event, scope)),
    declined: (opening: Opening, before: AnyMachineSnapshot, sample: Sample): Step => {
      const guards = guardsAsked(before, sample, []);
      return { opening, before, sample, after: before, edges: [], guards, effects: [] };
    },
    /** Unlike `can()`, also true where a state takes note of an event and does nothing. Notes what guards read. */
    accepts: (snapshot: AnyMachineSnapshot, sample: Sample): boolean => {
      const state = statePathOf(snapshot);
      const context = new Proxy(snapshot.context, {
        get(target, name, receiver) {
          if (typeof name === 'string' && !isDecisive(state, name))
            unforeseenReads.add(
              `a guard reads ${name} in ${state}: say in the chart's model that it decides there`,
            );
          return Reflect.get(target, name, receiver);
        },
      });
      return machine.getTransitionData({ ...snapshot, context }, sample.event).length > 0;
    },
  };
}

function firstEntered(machine: AnyStateMachine, { input }: Opening): AnyMachineSnapshot {
  const [first] = getInitialMicrosteps(machine, input);
  if (!first) throw new Error(`${machine.id} does not start`);
  return first[0];
}

/**
 * Which guards were asked on the way, and what they said: candidates come in XState's own order, and the
 * first one that holds is taken. (Charts with parallel states would need this for each region.)
 */
function guardsAsked(
  before: AnyMachineSnapshot | null,
  sample: Sample | null,
  microsteps: readonly { snapshot: AnyMachineSnapshot; transitions: readonly AnyTransitionDefinition[] }[],
): string[] {
  const asked = (from: AnyMachineSnapshot, eventType: string, taken: readonly AnyTransitionDefinition[]) => {
    const candidates = getNextTransitions(from).filter((candidate) => candidate.eventType === eventType);
    const chosen = candidates.findIndex((candidate) => taken.includes(candidate));
    return candidates
      .slice(0, chosen === -1 ? undefined : chosen + 1)
      .filter(({ guard }) => guard !== undefined)
      .map((candidate) => `${edgeIdOf(candidate)}:${taken.includes(candidate)}`);
  };
  const first = before && sample ? asked(before, sample.event.type, microsteps[0]?.transitions ?? []) : [];
  const always = microsteps.flatMap(({ snapshot }, index) =>
    asked(snapshot, '', microsteps[index + 1]?.transitions ?? []),
  );
  return [...first, ...always];
}

function effectsOf(action: { type: string; params: unknown }): Effect[] {
  const params: Record<string, unknown> = { ...(typeof action.params === 'object' ? action.params : {}) };
  switch (action.type) {
    case 'xstate.spawnChild':
      return [{ do: 'start', id: String(params.id), input: params.input }];
    case 'xstate.emit':
      return [{ do: 'emit', event: params.event }];
    case 'xstate.sendTo':
      return [{ do: 'send', to: String(params.targetId), event: params.event }];
    default:
      return action.type.startsWith('xstate.')
        ? []
        : [{ do: 'call', name: action.type, params: action.params }];
  }
}
