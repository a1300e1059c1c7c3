import { createActor } from 'xstate';
import { createFeed } from '../../inspector/statechart/index.ts';
import { crossing } from './sample-machines.ts';

// For the browser: a page that shows how little a project needs to be inspected.
const feed = createFeed({ name: 'lights' });
createActor(crossing, { inspect: feed.inspect }).start();
