import { useCallback, useEffect, useRef, useState } from 'react';
import { type FeedMessage, type InspectorMessage, parseFeedMessage, parseReplay } from '../protocol.ts';
import { addMessages, exportRecording, importRecording, type Recording } from '../recording.ts';

/** Recordings by tab. */
export type Recordings = Readonly<Record<string, Recording>>;

const storageKey = 'statechart-inspector.recordings';

/**
 * Everything that pages on the channel have told so far. It outlives a reload of this window, so that a journey over
 * several pages stays whole, and asks all open pages for what it missed.
 */
export function useRecordings(channelName: string): {
  recordings: Recordings;
  ask: (message: InspectorMessage) => void;
  forget: () => void;
} {
  const [recordings, setRecordings] = useState(restore);
  const channel = useRef<BroadcastChannel | null>(null);

  useEffect(() => {
    const opened = new BroadcastChannel(channelName);
    channel.current = opened;
    opened.onmessage = ({ data }: MessageEvent<unknown>) => {
      const live = parseFeedMessage(data);
      const messages = live ? [live] : (parseReplay(data)?.messages ?? []);
      const [first] = messages;
      if (first) setRecordings((known) => sortIn(known, first, messages));
    };
    opened.postMessage({ kind: 'hello' } satisfies InspectorMessage);
    return () => opened.close();
  }, [channelName]);

  useEffect(() => {
    const keep = () => store(recordings);
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, [recordings]);

  return {
    recordings,
    ask: useCallback((message) => channel.current?.postMessage(message), []),
    forget: useCallback(() => {
      setRecordings({});
      channel.current?.postMessage({ kind: 'hello' } satisfies InspectorMessage);
    }, []),
  };
}

/** Messages of one run, which a duplicated tab may have begun under the number of another. */
function sortIn(known: Recordings, { tab, run }: FeedMessage, messages: readonly FeedMessage[]): Recordings {
  const others = Object.entries(known)
    .filter(([id]) => id !== tab)
    .map(
      ([id, recording]) =>
        [id, { messages: recording.messages.filter((message) => message.run !== run) }] as const,
    )
    .filter(([, { messages: left }]) => left.length > 0);
  return { ...Object.fromEntries(others), [tab]: addMessages(known[tab] ?? { messages: [] }, messages) };
}

function store(recordings: Recordings): void {
  try {
    const texts = Object.entries(recordings).map(([tab, recording]) => [tab, exportRecording(recording)]);
    sessionStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(texts)));
  } catch {
    // Full or forbidden: the reload then starts with what the open pages replay.
  }
}

function restore(): Recordings {
  try {
    const texts: Record<string, string> = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
    return Object.fromEntries(Object.entries(texts).map(([tab, text]) => [tab, importRecording(text)]));
  } catch {
    return {};
  }
}
