/** The behaviour of the rows of `metrics`. */
import type { HandlersOf } from '../server/handler-types';
import { readMetrics } from './metrics';

export const metricsHandlers: HandlersOf<'metrics'> = { 'metrics.read': readMetrics };
