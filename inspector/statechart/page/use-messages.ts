import { useEffect, useLayoutEffect, useState } from 'react';
import { defaultChannel, type FeedMessage, hello, parseFeedMessage, parseReplay } from '../protocol.ts';
import { addMessages, exportRecording, importRecording } from '../recording.ts';

const storageKey = 'statechart-inspector.messages';

/**
 * All messages of the pages on the channel so far. A reload of this window keeps them, so that the log of several pages
 * stays complete, and asks all open pages for those it has missed.
 */
export function useMessages(): readonly FeedMessage[] {
  const [messages, setMessages] = useState(restore);

  useEffect(() => {
    const channel = new BroadcastChannel(defaultChannel);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const live = parseFeedMessage(data);
      setMessages((known) => addMessages(known, live ? [live] : parseReplay(data)));
    };
    channel.postMessage(hello);
    return () => channel.close();
  }, []);

  // At once: an effect after rendering would keep less than is shown.
  useLayoutEffect(() => {
    const keep = () => sessionStorage.setItem(storageKey, exportRecording(messages));
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, [messages]);

  return messages;
}

function restore(): readonly FeedMessage[] {
  try {
    return importRecording(sessionStorage.getItem(storageKey) ?? '');
  } catch {
    return [];
  }
}
