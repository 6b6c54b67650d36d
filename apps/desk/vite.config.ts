import { appConfig } from '@podmoga/ui/vite'
import { defineConfig } from 'vite'

export default defineConfig(appConfig({ base: '/desk/', root: import.meta.dirname }))
