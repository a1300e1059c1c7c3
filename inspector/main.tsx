import { createRoot } from 'react-dom/client';
import { Inspector } from './statechart/page/Inspector.tsx';

const root = document.getElementById('inspector');
if (!root) throw new Error('The page has no #inspector');
createRoot(root).render(
  <Inspector
    pageUrl={`${import.meta.env.BASE_URL}member`}
    isSplit={new URLSearchParams(location.search).has('split')}
  />,
);
