import { Suspense, useMemo, useState } from 'react';
import { possibleEdges } from '../chart.ts';
import type { FeedMessage } from '../protocol.ts';
import {
  type ActorState,
  actorsAt,
  exportRecording,
  importRecording,
  type LogEntry,
  readRecording,
} from '../recording.ts';
import { tabId } from '../tab-id.ts';
import { ActorTree } from './ActorTree.tsx';
import { ChartView, type Marks } from './ChartView.tsx';
import { EventLog } from './EventLog.tsx';
import { PossiblePanel } from './PossiblePanel.tsx';
import { useMessages } from './use-messages.ts';
import './inspector.css';

export type InspectorProps = {
  /** The inspected page, for the empty state and the split view. */
  pageUrl: string;
  /** Shows the page beside the chart. */
  isSplit?: boolean;
};

/** A loaded recording, shown in place of the live pages. */
type LoadedFile = { name: string; messages: readonly FeedMessage[] };

/** The whole inspector: actors, chart and log of a page that runs XState, live or from a file. */
export function Inspector({ pageUrl, isSplit = false }: InspectorProps) {
  const received = useMessages();
  const [file, setFile] = useState<LoadedFile | null>(null);
  const [fileError, setFileError] = useState<string | null>(null);
  const [filter, setFilter] = useState('');
  /** The log entry whose moment is shown; null while the chart is live. */
  const [cursor, setCursor] = useState<string | null>(null);
  const [chosenActor, setChosenActor] = useState<string | null>(null);

  const messages = useMemo(() => file?.messages ?? tabOf(received, isSplit), [file, received, isSplit]);
  const { entries: all, page, isOpen } = useMemo(() => readRecording(messages), [messages]);
  const entries = all.filter((entry) => isShown(entry, filter));
  const actors = useMemo(() => actorsAt(messages, cursor), [messages, cursor]);
  const charted = actors.filter(({ chart }) => chart !== null);
  const actor = charted.find(({ name }) => name === chosenActor) ?? charted[0];
  const marks = useMemo(() => marksOf(actor), [actor]);

  const choose = (entry: LogEntry | undefined) => {
    setCursor(entry?.key ?? null);
    if (entry?.actor?.chart) setChosenActor(entry.actor.name);
  };

  const open = (loaded: LoadedFile | null) => {
    setFile(loaded);
    setFileError(null);
    choose(undefined);
  };
  const load = async (chosen: File) => {
    try {
      open({ name: chosen.name, messages: importRecording(await chosen.text()) });
    } catch (error) {
      setFileError(`${chosen.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

  return (
    <div className={isSplit ? 'inspector is-split' : 'inspector'}>
      <header>
        <h1>Inspector</h1>
        <span className="connection" role="status">
          {file ? `recording ${file.name}` : isOpen ? `connected to ${page?.name}` : 'no page connected'}
        </span>
        {file && (
          <button type="button" onClick={() => open(null)}>
            Close recording
          </button>
        )}
        <button type="button" disabled={messages.length === 0} onClick={() => download(messages)}>
          Export
        </button>
        <label className="button">
          Load
          <input
            type="file"
            accept="application/json,.json"
            onChange={({ target }) => {
              if (target.files?.[0]) void load(target.files[0]);
              // Otherwise choosing the same file again would do nothing.
              target.value = '';
            }}
          />
        </label>
      </header>
      {fileError && (
        <p className="alert" role="alert">
          {fileError}
        </p>
      )}
      {isSplit && <iframe title="The inspected page" src={pageUrl} />}
      <aside>
        <h2>Actors</h2>
        <ActorTree actors={actors} selected={actor?.actor ?? null} onSelect={setChosenActor} />
        {actor && (
          <>
            <h2>What can happen now</h2>
            <PossiblePanel actor={actor} />
          </>
        )}
      </aside>
      <main>
        {cursor !== null && (
          <p className="moment">
            As it was then.{' '}
            <button type="button" onClick={() => choose(undefined)}>
              {file ? 'End of the recording' : 'Back to now'}
            </button>
          </p>
        )}
        {actor?.chart ? (
          <Suspense>
            <ChartView key={actor.chart.id} chart={actor.chart} marks={marks} />
          </Suspense>
        ) : (
          <EmptyState pageUrl={pageUrl} />
        )}
      </main>
      <section className="log" aria-label="Log">
        <input
          type="search"
          placeholder="Filter events, actors, states"
          aria-label="Filter"
          value={filter}
          onChange={({ target }) => setFilter(target.value)}
        />
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

/** The messages of the tab beside the chart; without one, of the last open tab, or the last of all. */
function tabOf(received: readonly FeedMessage[], isSplit: boolean): readonly FeedMessage[] {
  const tabs = received.filter(({ kind }) => kind === 'opened').map(({ tab }) => tab);
  const messagesOf = (wanted: string) => received.filter(({ tab }) => tab === wanted);
  const open = tabs.findLast((tab) => readRecording(messagesOf(tab)).isOpen);
  return messagesOf((isSplit ? tabId() : (open ?? tabs.at(-1))) ?? '');
}

/** What lights up. An edge whose guard does not hold is not possible. */
function marksOf(actor: ActorState | undefined): Marks {
  if (!actor?.chart) return { active: [], taken: [], possible: [] };
  const { chart, states, edges: taken, guards, status } = actor;
  const refused = guards.filter(({ holds }) => holds === false).map(({ edge }) => edge);
  const possible = status === 'active' ? possibleEdges(chart, states).map(({ id }) => id) : [];
  return { active: states, taken, possible: possible.filter((id) => !refused.includes(id)) };
}

/** Whether the log lists an entry. It leaves out promises and callbacks: the chart that started them reports them. */
function isShown(entry: LogEntry, filter: string): boolean {
  const { message, actor, from } = entry;
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (message.kind === 'opened') return words.length === 0;
  if (!actor?.chart) return false;
  const text = [message.event, actor?.name, from, ...message.states].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}

function download(messages: readonly FeedMessage[]): void {
  const url = URL.createObjectURL(new Blob([exportRecording(messages)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `recording-${new Date().toISOString().replace(/[:.]/g, '-')}.json`;
  link.click();
  URL.revokeObjectURL(url);
}
