import { Suspense, useMemo, useState } from 'react';
import type { FeedMessage } from '../protocol.ts';
import { exportRecording, importRecording, type LogEntry, readRecording } from '../recording.ts';
import { ActorList, PossibleEvents } from './Actors.tsx';
import { ChartView } from './ChartView.tsx';
import { EventLog } from './EventLog.tsx';
import { useMessages } from './use-messages.ts';
import './inspector.css';

/** A recording, shown in place of the live pages. */
type LoadedFile = { name: string; messages: readonly FeedMessage[] };

/**
 * The whole inspector: actors, chart and log of a page that runs XState, live or from a file.
 * @param pageUrl of the inspected page
 * @param isSplit shows that page beside the chart
 */
export function Inspector({ pageUrl, isSplit = false }: { pageUrl: string; isSplit?: boolean }) {
  const received = useMessages(isSplit);
  const [file, setFile] = useState<LoadedFile>();
  const [fileError, setFileError] = useState('');
  /** The key of the log entry whose moment is shown; null while the chart is live. */
  const [cursor, setCursor] = useState<string | null>(null);
  const [chosenActor, setChosenActor] = useState('');

  const messages = file?.messages ?? received;
  const reading = useMemo(() => readRecording(messages), [messages]);
  const moment = reading.entries.find(({ key }) => key === cursor);
  const { actors } = moment ?? reading;
  const charted = actors.filter(({ chart }) => chart !== null);
  const actor = charted.find(({ name }) => name === chosenActor) ?? charted[0];

  const choose = (entry: LogEntry) => {
    setCursor(entry.key);
    if (entry.actor) setChosenActor(entry.actor.name);
  };
  const open = (loaded?: LoadedFile) => {
    setFile(loaded);
    setFileError('');
    setCursor(null);
  };
  const load = async (chosen: File) => {
    try {
      open({ name: chosen.name, messages: importRecording(await chosen.text()) });
    } catch (error) {
      setFileError(`${chosen.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };

  return (
    <div className="inspector">
      <header>
        <h1>Inspector</h1>
        <output>
          {file
            ? `recording ${file.name}`
            : reading.isOpen
              ? `connected to ${reading.page?.name}`
              : 'no page connected'}
        </output>
        {file && (
          <button type="button" onClick={() => open()}>
            Close recording
          </button>
        )}
        <button type="button" onClick={() => download(messages)}>
          Export
        </button>
        <label>
          Load{' '}
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
        {fileError && <strong role="alert">{fileError}</strong>}
      </header>
      {isSplit && <iframe title="The inspected page" src={pageUrl} />}
      <aside>
        <h2>Actors</h2>
        <ActorList actors={actors} selected={actor} onSelect={setChosenActor} />
        {actor && (
          <>
            <h2>What can happen now</h2>
            <PossibleEvents actor={actor} />
          </>
        )}
      </aside>
      <main>
        {moment && (
          <button type="button" onClick={() => setCursor(null)}>
            As it was then. {file ? 'To the end of the recording' : 'Back to now'}
          </button>
        )}
        {actor?.chart ? (
          <Suspense>
            <ChartView key={actor.chart.id} chart={actor.chart} actor={actor} />
          </Suspense>
        ) : (
          <div>
            <h2>Nothing to inspect yet</h2>
            <p>
              Open{' '}
              <a href={pageUrl} target="_blank" rel="noopener opener">
                {pageUrl}
              </a>{' '}
              in another window of this browser, or show it <a href="?split">beside the chart</a>. It connects
              by itself. Or load a recording with the button above.
            </p>
          </div>
        )}
      </main>
      <EventLog entries={reading.entries} selected={moment} onSelect={choose} />
    </div>
  );
}

function download(messages: readonly FeedMessage[]): void {
  const href = `data:application/json,${encodeURIComponent(exportRecording(messages))}`;
  Object.assign(document.createElement('a'), { href, download: 'recording.json' }).click();
}
