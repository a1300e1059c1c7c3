/** In the place of Vite's helper, which preloads what a chunk needs before it imports it: no chunk of ours needs any. */
export const __vitePreload = <Module>(load: () => Promise<Module>): Promise<Module> => load();
