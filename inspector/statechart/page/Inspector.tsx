import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { possibleEdges } from '../chart.ts';
import type { SvgMarks } from '../mark-svg.ts';
import { defaultChannel } from '../protocol.ts';
import {
  type ActorState,
  actorsAt,
  exportRecording,
  importRecording,
  type LogEntry,
  type Reading,
  type Recording,
  readRecording,
} from '../recording.ts';
import { currentTabId } from '../tab-id.ts';
import { ActorTree } from './ActorTree.tsx';
import { ChartView, isTyping } from './ChartView.tsx';
import { EventLog } from './EventLog.tsx';
import { PossiblePanel } from './PossiblePanel.tsx';
import { useRecordings } from './use-recordings.ts';
import './inspector.css';

export type InspectorProps = {
  channel?: string;
  /** The inspected page, for the empty state and the split view. */
  pageUrl: string;
  /** Shows the page beside the chart. */
  isSplit?: boolean;
};

const nothing: Recording = { messages: [] };

/** The whole inspector: actors, chart and log of a page that runs XState, live or from a file. */
export function Inspector({ channel = defaultChannel, pageUrl, isSplit = false }: InspectorProps) {
  const { recordings, ask, forget } = useRecordings(channel);
  const [chosenTab, setChosenTab] = useState<string | null>(null);
  const [file, setFile] = useState<{ name: string; recording: Recording } | null>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const [paused, setPaused] = useState<Recording | null>(null);
  const [clearedAt, setClearedAt] = useState<number | null>(null);
  const [filter, setFilter] = useState('');
  const [showsInner, setShowsInner] = useState(false);
  const [cursor, setCursor] = useState<string | null>(null);
  const [chosenActor, setChosenActor] = useState<Pick<ActorState, 'key' | 'name'> | null>(null);

  const tabs = useMemo(() => readTabs(recordings), [recordings]);
  const tab =
    tabs.find(({ id }) => id === chosenTab) ??
    (isSplit ? tabs.find(({ id }) => id === currentTabId()) : undefined) ??
    tabs.find(({ reading }) => reading.isOpen) ??
    tabs[0];
  const recording = file?.recording ?? paused ?? tab?.recording ?? nothing;
  const reading = useMemo(() => readRecording(recording), [recording]);
  const entries = useMemo(
    () =>
      reading.entries.filter((entry) =>
        isShown(entry, { clearedAt: file ? null : clearedAt, filter, showsInner }),
      ),
    [reading, file, clearedAt, filter, showsInner],
  );
  const actors = useMemo(() => actorsAt(recording, cursor), [recording, cursor]);
  const actor = pickActor(actors, chosenActor);
  const isLive = file === null && paused === null && cursor === null && reading.isOpen;
  const marks = useMarks(actor);

  const choose = useCallback((entry: LogEntry | undefined) => {
    setCursor(entry?.key ?? null);
    if (entry?.kind === 'step' && entry.hasChart)
      setChosenActor({ key: entry.actorKey, name: entry.actorName });
  }, []);
  const goLive = useCallback(() => {
    setCursor(null);
    setPaused(null);
  }, []);
  const pause = useCallback(() => setPaused((frozen) => (frozen ? null : recording)), [recording]);
  const switchTo = (id: string) => {
    setChosenTab(id);
    setFile(null);
    setChosenActor(null);
    goLive();
  };

  const filterField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') {
        goLive();
        filterField.current?.blur();
      }
      if (isTyping(event.target)) return;
      const way = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
      if (way !== undefined) {
        event.preventDefault();
        const index = cursor === null ? entries.length - 1 : entries.findIndex(({ key }) => key === cursor);
        const next = entries[Math.max(0, index + way)];
        if (next) choose(next);
        else if (file === null) goLive();
      }
      if (event.key === 'p') pause();
      if (event.key === '/') {
        event.preventDefault();
        filterField.current?.focus();
      }
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [entries, cursor, file, choose, goLive, pause]);

  const load = async (chosen: File | undefined) => {
    if (!chosen) return;
    try {
      setFile({ name: chosen.name, recording: importRecording(await chosen.text()) });
      setFileError(null);
      setPaused(null);
      choose(undefined);
    } catch (error) {
      setFileError(`${chosen.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

  return (
    <div className={isSplit ? 'inspector is-split' : 'inspector'}>
      <header>
        <h1>Inspector</h1>
        <span className={`connection ${connectionOf(file, reading)}`} role="status">
          {file
            ? `recording ${file.name}`
            : reading.isOpen
              ? `connected to ${reading.name}`
              : 'no page connected'}
        </span>
        {tabs.length > 1 && !file && (
          <label>
            Tab
            <select value={tab?.id} onChange={({ target }) => switchTo(target.value)}>
              {tabs.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
        {file && (
          <button
            type="button"
            onClick={() => {
              setFile(null);
              choose(undefined);
            }}
          >
            Close recording
          </button>
        )}
        <span className="space" />
        <button
          type="button"
          aria-pressed={paused !== null}
          disabled={file !== null}
          onClick={pause}
          title="p"
        >
          Pause
        </button>
        <button
          type="button"
          disabled={file !== null}
          onClick={() => {
            setClearedAt(Date.now());
            goLive();
            forget();
          }}
        >
          Clear
        </button>
        <button type="button" disabled={recording.messages.length === 0} onClick={() => download(recording)}>
          Export
        </button>
        <label className="button">
          Load
          <input
            type="file"
            accept="application/json,.json"
            onChange={({ target }) => {
              load(target.files?.[0]);
              // The same file may be chosen again.
              target.value = '';
            }}
          />
        </label>
      </header>
      {fileError && (
        <p className="alert" role="alert">
          {fileError}{' '}
          <button type="button" onClick={() => setFileError(null)}>
            Close
          </button>
        </p>
      )}
      {isSplit && <iframe title="The inspected page" src={pageUrl} />}
      <aside>
        <h2>Actors</h2>
        <ActorTree
          actors={actors}
          selected={actor?.key ?? null}
          onSelect={(key) => setChosenActor(actors.find((one) => one.key === key) ?? null)}
        />
        {actor && (
          <>
            <h2>What can happen now</h2>
            <PossiblePanel
              actor={actor}
              isLive={isLive}
              onPassTime={({ id }) =>
                ask({ kind: 'pass-time', run: actor.run, actor: actor.actor, edge: id })
              }
            />
          </>
        )}
        {reading.commands.length > 0 && !file && (
          <>
            <h2>Send</h2>
            <div className="commands">
              {reading.commands.map((command) => (
                <button
                  key={command}
                  type="button"
                  disabled={!isLive}
                  onClick={() => reading.run && ask({ kind: 'command', run: reading.run, command })}
                >
                  {command}
                </button>
              ))}
            </div>
          </>
        )}
      </aside>
      <main>
        {cursor !== null && (
          <p className="moment">
            As it was then. <kbd>←</kbd> <kbd>→</kbd> step,{' '}
            <button type="button" onClick={goLive}>
              {file ? 'End of the recording' : 'Back to now'} (Esc)
            </button>
          </p>
        )}
        {actor?.chart ? (
          <ChartView key={actor.chart.id} chart={actor.chart} marks={marks} />
        ) : (
          <EmptyState pageUrl={pageUrl} />
        )}
      </main>
      <section className="log" aria-label="Log">
        <div className="log-tools">
          <input
            ref={filterField}
            type="search"
            placeholder="Filter events, actors, states (/)"
            aria-label="Filter"
            value={filter}
            onChange={({ target }) => setFilter(target.value)}
          />
          <label>
            <input
              type="checkbox"
              checked={showsInner}
              onChange={({ target }) => setShowsInner(target.checked)}
            />
            promises and callbacks
          </label>
        </div>
        <EventLog entries={entries} selected={cursor} onSelect={choose} />
      </section>
    </div>
  );
}

function EmptyState({ pageUrl }: { pageUrl: string }) {
  return (
    <div className="empty">
      <h2>Nothing to inspect yet</h2>
      <p>
        Open{' '}
        <a href={pageUrl} target="_blank" rel="noopener opener">
          {pageUrl}
        </a>{' '}
        in another window of this browser, or show it <a href="?split">beside the chart</a>. It connects by
        itself.
      </p>
      <p>Or load a recording with the button above.</p>
    </div>
  );
}

type Tab = { id: string; label: string; recording: Recording; reading: Reading };

/** Open pages first, then the most recent. */
function readTabs(recordings: Readonly<Record<string, Recording>>): Tab[] {
  return Object.entries(recordings)
    .map(([id, recording]) => ({ id, recording, reading: readRecording(recording) }))
    .toSorted((a, b) => Number(b.reading.isOpen) - Number(a.reading.isOpen) || lastChange(b) - lastChange(a))
    .map((tab) => {
      const first = tab.reading.entries[0];
      const opened = first ? new Date(first.at).toLocaleTimeString() : '';
      return {
        ...tab,
        label: `${tab.reading.name}, opened ${opened}${tab.reading.isOpen ? '' : ' (closed)'}`,
      };
    });
}

function lastChange({ reading }: Pick<Tab, 'reading'>): number {
  return reading.entries.at(-1)?.at ?? 0;
}

/** The chosen actor, or after a reload its successor of the same name, or the first with a chart. */
function pickActor(
  actors: readonly ActorState[],
  chosen: Pick<ActorState, 'key' | 'name'> | null,
): ActorState | null {
  const charted = actors.filter(({ chart }) => chart !== null);
  return (
    charted.find(({ key }) => key === chosen?.key) ??
    charted.find(({ name }) => name === chosen?.name) ??
    charted[0] ??
    null
  );
}

function useMarks(actor: ActorState | null): SvgMarks {
  return useMemo(() => {
    if (!actor?.chart) return { active: [], taken: [], possible: [] };
    const isRunning = actor.status === 'active';
    const possible = isRunning ? possibleEdges(actor.chart, actor.states).map(({ id }) => id) : [];
    return { active: actor.states, taken: actor.taken, possible };
  }, [actor]);
}

function isShown(
  entry: LogEntry,
  { clearedAt, filter, showsInner }: { clearedAt: number | null; filter: string; showsInner: boolean },
): boolean {
  if (clearedAt !== null && entry.at <= clearedAt) return false;
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (entry.kind === 'opened') return words.length === 0;
  if (!showsInner && !entry.hasChart) return false;
  const text = [entry.event, entry.actorName, entry.from ?? '', ...entry.states].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

function connectionOf(file: unknown, { isOpen }: Reading): string {
  if (file) return 'is-file';
  return isOpen ? 'is-open' : 'is-closed';
}

function download(recording: Recording): void {
  const url = URL.createObjectURL(new Blob([exportRecording(recording)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `recording-${new Date().toISOString().replace(/[:.]/g, '-')}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
