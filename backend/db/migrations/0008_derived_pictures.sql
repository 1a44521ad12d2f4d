CREATE TABLE "derived_pictures" (
	"file_id" text NOT NULL,
	"width" integer NOT NULL,
	"key" text NOT NULL,
	"size" integer NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "derived_pictures_file_id_width_pk" PRIMARY KEY("file_id","width"),
	CONSTRAINT "derived_pictures_key_unique" UNIQUE("key")
);
--> statement-breakpoint
ALTER TABLE "derived_pictures" ADD CONSTRAINT "derived_pictures_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;