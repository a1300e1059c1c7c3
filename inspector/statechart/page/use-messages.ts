import { useCallback, useEffect, useRef, useState } from 'react';
import {
  defaultChannel,
  type FeedMessage,
  type InspectorMessage,
  parseFeedMessage,
  parseReplay,
} from '../protocol.ts';
import { addMessages, exportRecording, importRecording } from '../recording.ts';

const storageKey = 'statechart-inspector.messages';

/**
 * All messages of the pages on the channel so far. They outlive a reload of this window, so that a journey over several
 * pages stays whole; what was missed is asked of all open pages.
 */
export function useMessages(): {
  messages: readonly FeedMessage[];
  ask: (message: InspectorMessage) => void;
} {
  const [messages, setMessages] = useState(restore);
  const channel = useRef<BroadcastChannel | null>(null);
  const ask = useCallback((message: InspectorMessage) => channel.current?.postMessage(message), []);

  useEffect(() => {
    channel.current = new BroadcastChannel(defaultChannel);
    channel.current.onmessage = ({ data }: MessageEvent<unknown>) => {
      const live = parseFeedMessage(data);
      setMessages((known) => addMessages(known, live ? [live] : parseReplay(data)));
    };
    ask({ kind: 'hello' });
    return () => channel.current?.close();
  }, [ask]);

  useEffect(() => {
    const keep = () => sessionStorage.setItem(storageKey, exportRecording(messages));
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, [messages]);

  return { messages, ask };
}

function restore(): readonly FeedMessage[] {
  try {
    return importRecording(sessionStorage.getItem(storageKey) ?? '');
  } catch {
    return [];
  }
}
