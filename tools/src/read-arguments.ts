import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Reads the arguments of a command line. Returns a message if they are invalid. */
export function readArguments<const Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> | string {
  try {
    return parseArgs(config);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Matches the id of a record. */
export const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
