export { default } from "../../footwork-page/vite.config.ts";
