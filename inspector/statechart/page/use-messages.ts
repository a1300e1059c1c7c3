import { useEffect, useMemo, useState } from 'react';
import { channelName, type FeedMessage, hello, tabId } from '../protocol.ts';
import { addMessages } from '../recording.ts';

/**
 * The messages so far of the tab beside the chart; without one, of the tab that has opened a page last. All open pages are
 * asked for those that this window has missed.
 */
export function useMessages(isSplit: boolean): readonly FeedMessage[] {
  const [messages, setMessages] = useState<readonly FeedMessage[]>([]);

  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<typeof hello | readonly FeedMessage[]>) => {
      if (data !== hello) setMessages((known) => addMessages(known, data));
    };
    channel.postMessage(hello);
    return () => channel.close();
  }, []);

  return useMemo(() => {
    const shown = isSplit ? tabId() : messages.findLast(({ kind }) => kind === 'opened')?.tab;
    return messages.filter(({ tab }) => tab === shown);
  }, [messages, isSplit]);
}
