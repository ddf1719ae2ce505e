import { useData } from "vitepress";
import { defineComponent, h, onMounted, ref, watch } from "vue";

let drawn = 0;

/** Draws a Mermaid diagram in the browser, in the colours of the page. */
export const diagram = defineComponent({
  props: { text: { type: String, required: true } },
  setup({ text }) {
    const { isDark } = useData();
    const svg = ref("");
    const draw = async () => {
      // Loads the library only for pages with a diagram.
      const { default: mermaid } = await import("mermaid");
      mermaid.initialize({ startOnLoad: false, theme: isDark.value ? "dark" : "default" });
      drawn += 1;
      svg.value = (await mermaid.render(`diagram-${drawn}`, decodeURIComponent(text))).svg;
    };
    onMounted(draw);
    watch(isDark, draw);
    return () => h("div", { class: "diagram", innerHTML: svg.value });
  },
});
