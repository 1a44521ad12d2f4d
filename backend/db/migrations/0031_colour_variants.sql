CREATE TABLE "colour_variants" (
	"file_id" text NOT NULL,
	"colour" text NOT NULL,
	"key" text NOT NULL,
	"size" integer NOT NULL,
	"sha256" text NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "colour_variants_file_id_colour_pk" PRIMARY KEY("file_id","colour"),
	CONSTRAINT "colour_variants_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "file_drawings" ADD COLUMN "raster" boolean;--> statement-breakpoint
ALTER TABLE "colour_variants" ADD CONSTRAINT "colour_variants_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "colour_variants_by_sha256" ON "colour_variants" USING btree ("sha256");