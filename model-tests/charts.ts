import { accessTokenModel } from './access-token/access-token-model.ts';
import type { ChartModel } from './chart/chart-model.ts';
import { postalLookupModel } from './postal-lookup/postal-lookup-model.ts';
import { signupModel } from './signup/signup-model.ts';

/** Every chart of the product. */
export const chartModels: readonly ChartModel[] = [signupModel, accessTokenModel, postalLookupModel];
