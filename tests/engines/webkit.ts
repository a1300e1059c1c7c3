import { spawn } from 'node:child_process';
import { expect } from '@playwright/test';
import { Builder, By, Capabilities, Key, type WebDriver } from 'selenium-webdriver';
import { ownPorts } from '../ports.ts';
import { miniBrowser } from './installed.ts';
import { type Engine, patience, type Tab } from './tab.ts';

/** Keys that are no letters, as WebDriver names them. */
const keys: Readonly<Record<string, string>> = {
  Tab: Key.TAB,
  Enter: Key.ENTER,
  Space: Key.SPACE,
  Backspace: Key.BACK_SPACE,
  End: Key.END,
  ArrowUp: Key.ARROW_UP,
  ArrowDown: Key.ARROW_DOWN,
  ArrowRight: Key.ARROW_RIGHT,
  Control: Key.CONTROL,
};

/** Starts WebKitGTK's driver in Japan's time zone, on a display of its own. */
export async function startWebKit(): Promise<Engine> {
  const { otherServer: port } = await ownPorts();
  const { pid } = spawn('xvfb-run', ['--auto-servernum', 'WebKitWebDriver', `--port=${port}`], {
    // A group of its own, so that the display ends with the driver.
    detached: true,
    stdio: 'ignore',
    env: {
      ...process.env,
      TZ: 'Asia/Tokyo',
      LANGUAGE: 'ja',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      // Pages that live for seconds gain nothing from the optimising compiler.
      JSC_useDFGJIT: '0',
    },
  });
  return {
    async open(site) {
      const driver = await openWebKit(port);
      return {
        tab: webDriverTab(driver, site),
        faults: [],
        look: async () => ({ body: await driver.getPageSource(), contentType: 'text/html' }),
        close: () => driver.quit(),
      };
    },
    close: () => pid && process.kill(-pid),
  };
}

/** What something returns once it works: the driver may not be listening yet, and a page may take an element away. */
async function retried<Result>(act: () => Promise<Result>): Promise<Result> {
  let succeed: (result: Result) => void;
  const success = new Promise<Result>((resolve) => {
    succeed = resolve;
  });
  await expect(async () => succeed(await act())).toPass({ intervals: [100] });
  return success;
}

/** Opens a new browser profile at a phone's size; GTK makes no window narrower than 447 pixels. */
async function openWebKit(port: number): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
  });
  const builder = new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(capabilities);
  const driver = await retried(() => builder.build());
  await driver.manage().setTimeouts({ script: patience, pageLoad: patience });
  await driver.manage().window().setRect({ x: 0, y: 0, width: 447, height: 664 });
  return driver;
}

/** A tab of a browser that WebDriver drives. */
function webDriverTab(driver: WebDriver, site: string): Tab {
  const find = (selector: string) => driver.findElement(By.css(selector));
  const withWords = (words: string) =>
    driver.findElement(
      By.xpath(`//*[self::button or self::a][not(@disabled)][contains(normalize-space(), "${words}")]`),
    );
  const read: Tab['read'] = (look, argument) => retried(() => driver.executeScript(look, argument));
  return {
    open: (address) => driver.get(new URL(address, site).href),
    reload: () => driver.navigate().refresh(),
    back: () => driver.navigate().back(),
    forward: () => driver.navigate().forward(),
    fill: (selector, value) =>
      retried(async () => {
        const field = await find(selector);
        if ((await field.getTagName()) === 'select') {
          await field.findElement(By.css(`option[value="${value}"]`)).click();
        } else {
          // WebDriver's own command to empty a field fires no events.
          const { length } = await field.getProperty('value');
          await field.sendKeys(Key.BACK_SPACE.repeat(length), value);
        }
      }),
    check: (selector) =>
      retried(async () => {
        const target = await find(selector);
        if (!(await target.isSelected())) await target.click();
        expect(await target.isSelected()).toBe(true);
      }),
    press: (words) => retried(async () => (await withWords(words)).click()),
    pressTwice: (words) =>
      retried(async () => {
        const target = await withWords(words);
        await driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', target);
        await driver.actions().doubleClick(target).perform();
      }),
    type: (text) => driver.switchTo().activeElement().sendKeys(text),
    async key(name) {
      const actions = driver.actions();
      const pressed = name.split('+').map((key) => keys[key] ?? key);
      for (const key of pressed) actions.keyDown(key);
      for (const key of pressed.toReversed()) actions.keyUp(key);
      await actions.perform();
    },
    waitFor: (selector) => retried(async () => void (await find(selector))),
    arriveAt: (address) => retried(async () => expect(await driver.getCurrentUrl()).toMatch(address)),
    read,
  };
}
