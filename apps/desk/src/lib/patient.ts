import { checkConnectivity, onConnectivityChange } from '@podmoga/web/connectivity'

/** Code that is needed for something already pressed: whoever lost the network before it came gets it once there is one. */
export const patient =
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
