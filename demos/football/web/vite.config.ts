export { default } from "../../../tools/footwork-page/vite.config.ts";
