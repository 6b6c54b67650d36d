import { checkConnectivity, onConnectivityChange } from '@podmoga/web/connectivity'

/** Loads code for an action already requested. Retries when the network returns; rejects if it fails while online. */
export const retryWhenOnline =
  <T>(load: () => Promise<T>) =>
  async (): Promise<T> => {
    for (;;) {
      try {
        return await load()
      } catch (error) {
        if (await checkConnectivity()) throw error
      }
      await new Promise<void>((resolve) => {
        const stop = onConnectivityChange(() => {
          stop()
          resolve()
        })
      })
    }
  }
