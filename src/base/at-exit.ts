const cleanUps = new Set<() => void>();
let isListening = false;

/**
 * Registers a clean-up that runs when the process exits because of a second signal, an uncaught error, or a call of
 * `process.exit` in a plug-in. Returns a function that cancels it.
 */
export function atExit(cleanUp: () => void): () => void {
  if (!isListening) process.on("exit", cleanUpAll);
  isListening = true;
  cleanUps.add(cleanUp);
  return () => {
    cleanUps.delete(cleanUp);
  };
}

function cleanUpAll(): void {
  for (const cleanUp of cleanUps) {
    try {
      cleanUp();
    } catch {
      // The remaining clean-ups must still run, and no caller is left to which the error could be reported.
    }
  }
}
