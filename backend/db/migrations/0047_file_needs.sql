CREATE TABLE "file_needs" (
	"file_id" text NOT NULL,
	"place" integer NOT NULL,
	"kind" text NOT NULL,
	"named" text COLLATE "C" NOT NULL,
	"minimum" text NOT NULL,
	CONSTRAINT "file_needs_file_id_place_pk" PRIMARY KEY("file_id","place")
);
--> statement-breakpoint
ALTER TABLE "file_needs" ADD CONSTRAINT "file_needs_file_id_files_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."files"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_needs_by_named" ON "file_needs" USING btree ("named");