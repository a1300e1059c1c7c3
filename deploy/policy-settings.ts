import type { Settings } from '../src/settings.ts';
import type { Environment } from './environment.ts';

/**
 * The `CSP_*` variables (`.env.example`), which only change headers: they allow outside scripts to load from further
 * hosts.
 */
export type PolicySettings = {
  scriptOrigins: readonly string[];
  connectOrigins: readonly string[];
  imageOrigins: readonly string[];
  frameOrigins: readonly string[];
  /**
   * `report-only` if an outside script does not work with Trusted Types. That is the default with Google Tag
   * Manager, which gives plain text to script elements; without it the default is `enforce`.
   */
  trustedTypes: 'enforce' | 'report-only';
};

/** @throws Error with a sentence that names the variable which is wrong. */
export function readPolicySettings(environment: Environment, { gtmId }: Settings): PolicySettings {
  return {
    scriptOrigins: origins(environment, 'CSP_SCRIPT_ORIGINS'),
    connectOrigins: origins(environment, 'CSP_CONNECT_ORIGINS'),
    imageOrigins: origins(environment, 'CSP_IMAGE_ORIGINS'),
    frameOrigins: origins(environment, 'CSP_FRAME_ORIGINS'),
    trustedTypes: trustedTypes(environment.CSP_TRUSTED_TYPES, gtmId ? 'report-only' : 'enforce'),
  };
}

function trustedTypes(value: string | undefined, otherwise: PolicySettings['trustedTypes']) {
  if (value === undefined || value === '') return otherwise;
  if (value === 'enforce' || value === 'report-only') return value;
  throw new Error(`Setting CSP_TRUSTED_TYPES must be "enforce" or "report-only", not “${value}”.`);
}

function origins(environment: Environment, name: string): string[] {
  const values = (environment[name] ?? '').split(',').map((value) => value.trim());
  return values.filter((value) => value !== '').map((value) => checkedOrigin(name, value));
}

/** A semicolon or a quote would end the directive and begin another one. */
function checkedOrigin(name: string, value: string): string {
  if (!/^https:\/\/(?:\*\.)?[a-z0-9.-]+(?::\d+)?$/.test(value)) {
    throw new Error(
      `Setting ${name} must be https origins without a path, separated by commas; “${value}” is none.`,
    );
  }
  return value;
}
