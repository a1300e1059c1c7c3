import { useEffect, useMemo, useState } from 'react';
import { channelName, type FeedMessage, hello, isFeedMessage, tabId } from '../protocol.ts';
import { addMessages } from '../recording.ts';

/**
 * The messages so far of the tab beside the chart; without one, of the last open tab, or the last of all. All open pages are
 * asked for those that this window has missed.
 */
export function useMessages(isSplit: boolean): readonly FeedMessage[] {
  const [messages, setMessages] = useState<readonly FeedMessage[]>([]);

  useEffect(() => {
    const channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      if (Array.isArray(data)) setMessages((known) => addMessages(known, data.filter(isFeedMessage)));
    };
    channel.postMessage(hello);
    return () => channel.close();
  }, []);

  return useMemo(() => {
    const pages = messages.filter(({ kind }) => kind === 'opened' || kind === 'closed');
    const isOpen = (tab: string) => pages.findLast((page) => page.tab === tab)?.kind === 'opened';
    const shown = isSplit ? tabId() : (pages.findLast(({ tab }) => isOpen(tab)) ?? pages.at(-1))?.tab;
    return messages.filter(({ tab }) => tab === shown);
  }, [messages, isSplit]);
}
